import { isIP } from "node:net";

/** Where the server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Whether this machine alone can reach it. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** As it stands in an address: `[::1]:7711`. */
export function toOrigin({ host, port }: Address): string {
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return port === 80 ? `http://${name}` : `http://${name}:${port}`;
}

const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::([0-9]{1,5}))?$/i;

/**
 * Whether a Host header means this server. A page of another origin whose name was made to lead here (DNS
 * rebinding) sends its own name, and a name is what none of the addresses below is.
 */
export function isOurHost(header: string, bound: Address): boolean {
  const [, given, port = "80"] = HOST.exec(header) ?? [];
  if (given === undefined || Number(port) !== bound.port) return false;
  const host = given.toLowerCase().replace(/^\[|\]$/g, "");
  if (host === bound.host.toLowerCase()) return true;
  if (isLoopback(bound.host)) return host === "localhost" || host === "127.0.0.1" || host === "::1";
  // Bound to every address of the machine: each of them will do, and so will its own names for itself.
  const isEverywhere = bound.host === "0.0.0.0" || bound.host === "::";
  return isEverywhere && (isIP(host) !== 0 || host === "localhost");
}
