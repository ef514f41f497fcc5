import { benchSize } from "../bench-size.ts";

/** A read that is measured. */
export interface ReadCall {
  readonly name: string;
  /** Least acceptable share of the bare server's rate. */
  readonly wanted: number;
  /** Returns path and query of the n-th call. */
  path(index: number): string;
}

/** Number of accounts in the database, one for each user, with two attributes each. */
export const accountsCount = benchSize(1_000, 20_000);

/** Returns the key of the n-th account; users have the same with another first letter. */
export function keyOf(index: number, beginning: "a" | "b" | "c" | "d" = "a"): string {
  return `${beginning}0000000-0000-4000-8000-${index.toString(16).padStart(12, "0")}`;
}

const stride = 7919;
const letters = "abcdefghij";

/** Reads that are sent to both servers. */
export const shapes: readonly ReadCall[] = [
  { name: "one", wanted: 0.5, path: (index) => `/v2/accounts(${keyOf((index * stride) % accountsCount)})` },
  { name: "page of 100", wanted: 0.7, path: () => "/v2/accounts?$top=100" },
  {
    name: "filtered page with count",
    wanted: 0.7,
    path: (index) =>
      `/v2/accounts?$filter=enabled%20eq%20true%20and%20startswith(shortId,'${letters[index % letters.length]}0')&$count=true&$top=100`,
  },
  {
    name: "page of 100 with two levels expanded",
    wanted: 0.7,
    path: () => "/v2/users?$top=100&$expand=accounts($expand=attributes)",
  },
];

/** Returns the name of the n-th account: a tenth of them begins with each letter. */
export function nameOf(index: number): string {
  return `${letters[index % letters.length]}${String(Math.floor(index / letters.length)).padStart(4, "0")}`;
}
