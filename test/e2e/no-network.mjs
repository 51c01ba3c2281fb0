// Loaded into every kebab the tests start: whoever opens a connection fails, and the test with him.
import dgram from "node:dgram";
import net from "node:net";

const refuse = () => {
  throw new Error("kebab opened a network connection");
};
net.Socket.prototype.connect = refuse;
dgram.Socket.prototype.send = refuse;
