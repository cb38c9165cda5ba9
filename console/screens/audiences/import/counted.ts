import { formatted } from "../../../parts/time";

export function counted(count: number, what: string): string {
  return `${formatted(count)} ${what}${count === 1 ? "" : "s"}`;
}
