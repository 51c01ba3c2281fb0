import type { DoctorReport } from "../wire/system.ts";

export type Check = DoctorReport["checks"][number];

export function ok(name: string, message: string): Check {
  return { name, state: "ok", message, hint: null };
}

export function warning(name: string, message: string, hint: string): Check {
  return { name, state: "warning", message, hint };
}

export function problem(name: string, message: string, hint: string): Check {
  return { name, state: "problem", message, hint };
}
