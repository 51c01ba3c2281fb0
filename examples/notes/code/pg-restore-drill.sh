#!/usr/bin/env bash
#
# 분기별 복구 훈련: jangdok의 최신 백업을 이 서버에 복구하고 건수를 비교한다.
# 운영 서버에서는 절대 실행하지 않는다. hostname이 *-restore가 아니면 멈춘다.
#
#   usage: pg-restore-drill.sh "2026-07-02 10:00:00+09"

set -euo pipefail

readonly STANZA=jangdok
readonly PG_SERVICE=postgresql@16-main
readonly PG_DATA=/var/lib/postgresql/16/main
readonly REPORT_DIR=${REPORT_DIR:-/var/log/restore-drill}
# 복구 데이터 + 재생할 WAL을 담을 여유 공간 (GiB)
readonly MIN_FREE_GIB=320

log() { printf '%s %s\n' "$(date '+%F %T')" "$*" >&2; }

die() {
  log "실패: $*"
  exit 1
}

check_preconditions() {
  [[ $(hostname -s) == *-restore ]] || die "복구 전용 서버가 아니다: $(hostname -s)"
  local free_gib
  free_gib=$(df --output=avail -BG "$PG_DATA" | tail -1 | tr -dc '0-9')
  (( free_gib >= MIN_FREE_GIB )) || die "여유 공간 ${free_gib}GiB, ${MIN_FREE_GIB}GiB 필요"
  pgbackrest --stanza="$STANZA" --output=json info | grep -q '"code":0' || die "쓸 수 있는 백업이 없다"
}

restore_to() {
  local target=$1
  systemctl stop "$PG_SERVICE"
  sudo -u postgres pgbackrest --stanza="$STANZA" --delta \
    --type=time --target="$target" --target-action=promote restore
  systemctl start "$PG_SERVICE"
}

# 승격이 끝나 쓰기가 가능해질 때까지 최대 90분 기다린다.
wait_until_promoted() {
  local deadline=$(( SECONDS + 5400 ))
  until [[ $(query 'SELECT pg_is_in_recovery()' 2>/dev/null) == f ]]; do
    (( SECONDS < deadline )) || die "90분이 지나도 recovery 중이다"
    sleep 10
  done
}

query() { sudo -u postgres psql -XAtq -d orders -c "$1"; }

# 주문이 0건이거나 마지막 주문이 목표 시각보다 10분 넘게 앞서면 실패로 본다.
verify_row_counts() {
  local target=$1 orders gap
  orders=$(query 'SELECT count(*) FROM shop.orders')
  gap=$(query "SELECT extract(epoch FROM timestamptz '$target' - max(created_at))::int FROM shop.orders")
  (( orders > 0 )) || die "orders 테이블이 비어 있다"
  (( gap <= 600 )) || die "마지막 주문이 목표 시각보다 ${gap}초 앞이다"
  log "orders ${orders}건, 마지막 주문과의 간격 ${gap}초"
}

main() {
  local target=${1:?"복구 목표 시각이 필요하다 (시간대 포함)"}
  [[ $target =~ [+-][0-9]{2}(:?[0-9]{2})?$ ]] || die "시간대가 없다: $target"
  check_preconditions
  local started=$SECONDS
  restore_to "$target"
  wait_until_promoted
  verify_row_counts "$target"
  mkdir -p "$REPORT_DIR"
  printf '%s\t%s\t%d min\n' "$(date +%F)" "$target" $(( (SECONDS - started) / 60 )) \
    >> "$REPORT_DIR/history.tsv"
  log "성공: $(( (SECONDS - started) / 60 ))분"
}

main "$@"
