// Loaded into every kebab the tests start: whoever opens a connection fails, and the test with him.
// The exceptions are a server on this machine that the test itself has named, and private sockets, which are files.
import dgram from "node:dgram";
import net from "node:net";

const named = [
  process.env.KEBAB_EMBEDDINGS_ENDPOINT,
  process.env.KEBAB_EMBEDDINGS_HUB_ENDPOINT,
  process.env.KEBAB_ANSWER_ENDPOINT,
]
  .filter((address) => address?.startsWith("http://127.0.0.1:"))
  .map((address) => new URL(address).port);

const refuse = () => {
  throw new Error("kebab opened a network connection");
};
const connect = Reflect.get(net.Socket.prototype, "connect");
net.Socket.prototype.connect = function (...args) {
  // Node hands over its own list of arguments in place of them.
  const { host, port, path } = Array.isArray(args[0]) ? args[0][0] : args[0];
  const isNamed = host === "127.0.0.1" && named.includes(String(port));
  return isNamed || path !== undefined ? connect.apply(this, args) : refuse();
};
dgram.Socket.prototype.send = refuse;
