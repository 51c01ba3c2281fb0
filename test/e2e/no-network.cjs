// Loaded into every kebab the tests start: whoever opens a connection fails, and the test with him.
const net = require("node:net");
const dgram = require("node:dgram");

const refuse = () => {
  throw new Error("kebab opened a network connection");
};
net.Socket.prototype.connect = refuse;
dgram.Socket.prototype.send = refuse;
