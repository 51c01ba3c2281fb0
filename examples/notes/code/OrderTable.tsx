import { memo, useCallback, useDeferredValue, useMemo, useState } from "react";

export interface Order {
  id: string;
  customer: string;
  placedAt: string;
  totalKrw: number;
  status: "placed" | "paid" | "shipped" | "refunded";
}

const ROW_HEIGHT = 36;
const OVERSCAN = 5;

const krw = new Intl.NumberFormat("ko-KR", { style: "currency", currency: "KRW" });

interface OrderRowProps {
  order: Order;
  top: number;
  selected: boolean;
  onSelect: (id: string) => void;
}

/**
 * 행 하나. `memo`가 효과를 내려면 `onSelect`의 참조가 유지되어야 하므로
 * 부모는 반드시 useCallback으로 넘긴다.
 */
const OrderRow = memo(function OrderRow({ order, top, selected, onSelect }: OrderRowProps) {
  return (
    <div
      role="row"
      aria-selected={selected}
      style={{ position: "absolute", top, height: ROW_HEIGHT }}
      onClick={() => onSelect(order.id)}
    >
      <span>{order.id}</span>
      <span>{order.customer}</span>
      <time dateTime={order.placedAt}>{order.placedAt.slice(0, 10)}</time>
      <span>{krw.format(order.totalKrw)}</span>
      <StatusBadge status={order.status} />
    </div>
  );
});

function StatusBadge({ status }: { status: Order["status"] }) {
  const label = { placed: "접수", paid: "결제 완료", shipped: "배송 중", refunded: "환불" }[status];
  return <span className={`badge badge-${status}`}>{label}</span>;
}

/** 스크롤 위치에서 화면에 보이는 행의 범위를 구한다. 양 끝은 [first, last) */
export function useVisibleRange(scrollTop: number, viewportHeight: number, rowCount: number) {
  return useMemo(() => {
    const first = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - OVERSCAN);
    const visible = Math.ceil(viewportHeight / ROW_HEIGHT) + OVERSCAN * 2;
    return { first, last: Math.min(rowCount, first + visible) };
  }, [scrollTop, viewportHeight, rowCount]);
}

export function OrderTable({ orders, height = 720 }: { orders: Order[]; height?: number }) {
  const [keyword, setKeyword] = useState("");
  const [scrollTop, setScrollTop] = useState(0);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());

  // 입력창은 바로 반응하고, 2,400행 필터링은 한 박자 늦게 따라온다.
  const deferredKeyword = useDeferredValue(keyword);
  const filteredOrders = useMemo(
    () => filterOrders(orders, deferredKeyword),
    [orders, deferredKeyword],
  );
  const { first, last } = useVisibleRange(scrollTop, height, filteredOrders.length);

  // updater 함수를 쓰므로 selected를 dependency에 넣지 않아도 된다.
  const handleSelect = useCallback((id: string) => {
    setSelected((previous) => {
      const next = new Set(previous);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);

  return (
    <section aria-busy={keyword !== deferredKeyword}>
      <input
        type="search"
        value={keyword}
        placeholder="주문 번호 또는 고객 이름"
        onChange={(event) => setKeyword(event.target.value)}
      />
      <div
        role="grid"
        aria-rowcount={filteredOrders.length}
        style={{ height, overflow: "auto", position: "relative" }}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      >
        <div style={{ height: filteredOrders.length * ROW_HEIGHT }}>
          {filteredOrders.slice(first, last).map((order, index) => (
            <OrderRow
              key={order.id}
              order={order}
              top={(first + index) * ROW_HEIGHT}
              selected={selected.has(order.id)}
              onSelect={handleSelect}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

function filterOrders(orders: Order[], keyword: string): Order[] {
  const needle = keyword.normalize("NFC").trim().toLowerCase();
  if (needle === "") return orders;
  return orders.filter(
    (order) => order.id.toLowerCase().includes(needle) || order.customer.toLowerCase().includes(needle),
  );
}
