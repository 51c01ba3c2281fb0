// How fast this processor can multiply matrices at all: one MatMulInteger of onnxruntime.
import { availableParallelism } from "node:os";
import { InferenceSession, Tensor } from "onnxruntime-node";

/** That of the model's largest step, over a full window. Larger ones are no faster: their result is copied out. */
const SHAPE = { rows: 512, inner: 1536, columns: 384 };
const UINT8 = 2;
const INT8 = 3;
const INT32 = 6;
/** What the model's own weights may be: whichever is faster here is the limit. */
const WEIGHT_TYPES = [INT8, UINT8];

export const MULTIPLICATION_OPERATIONS = 2 * SHAPE.rows * SHAPE.inner * SHAPE.columns;

/** Gives { run, close }; `run` multiplies once. */
export async function openMultiplication() {
  const sessions = [];
  for (const type of WEIGHT_TYPES) sessions.push(await openSession(type));
  const values = new Uint8Array(SHAPE.rows * SHAPE.inner).map((_, at) => at % 251);
  const feeds = { a: new Tensor("uint8", values, [SHAPE.rows, SHAPE.inner]) };
  const timed = [];
  for (const session of sessions) {
    await session.run(feeds);
    const started = performance.now();
    for (let turn = 0; turn < 5; turn++) await session.run(feeds);
    timed.push({ session, ms: performance.now() - started });
  }
  const [{ session }] = timed.sort((one, other) => one.ms - other.ms);
  return {
    run: () => session.run(feeds),
    close: () => Promise.all(sessions.map((each) => each.release())),
  };
}

/** With the options of kebab's own sessions. */
function openSession(weightType) {
  return InferenceSession.create(toModel(weightType), {
    intraOpNumThreads: availableParallelism(),
    logSeverityLevel: 3,
  });
}

/** An ONNX file of one node, y = a · w, written by hand: numbers are the fields of onnx.proto. */
function toModel(weightType) {
  const { rows, inner, columns } = SHAPE;
  const weights = new Uint8Array(inner * columns).map((_, at) => at % 127);
  const tensor = [
    ...[number(1, inner), number(1, columns), number(2, weightType)],
    ...[bytes(8, "w"), bytes(9, weights)],
  ];
  const node = [bytes(1, "a"), bytes(1, "w"), bytes(2, "y"), bytes(4, "MatMulInteger")];
  const graph = [
    ...[message(1, node), bytes(2, "multiplication"), message(5, tensor)],
    ...[message(11, toValue("a", UINT8, [rows, inner])), message(12, toValue("y", INT32, [rows, columns]))],
  ];
  return Buffer.concat([number(1, 8), message(8, [bytes(1, ""), number(2, 13)]), message(7, graph)]);
}

function toValue(name, type, dimensions) {
  const shape = dimensions.map((size) => message(1, [number(1, size)]));
  return [bytes(1, name), message(2, [message(1, [number(1, type), message(2, shape)])])];
}

function number(field, value) {
  return Buffer.concat([toVarint(field << 3), toVarint(value)]);
}

function bytes(field, value) {
  const content = Buffer.from(value);
  return Buffer.concat([toVarint((field << 3) | 2), toVarint(content.length), content]);
}

function message(field, parts) {
  return bytes(field, Buffer.concat(parts));
}

function toVarint(value) {
  const found = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...found, left]);
    found.push((left % 128) | 128);
  }
}
