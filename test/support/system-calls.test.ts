import { expect, test } from "vitest";

import { callsIn } from "./system-calls.ts";

const coded = (text: string) =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
const log = `7<${coded("/data/a.db-wal")}>`;

const trace = [
  `11  pwrite64(${log}, "${coded("frame")}", 5, 32) = 5`,
  `12  fdatasync(${log} <unfinished ...>`,
  `11  write(9<${coded("socket:[1]")}>, "${coded("order")}", 5 <unfinished ...>`,
  "13  --- SIGURG {si_signo=SIGURG, si_code=SI_TKILL} ---",
  "12  <... fdatasync resumed>)          = 0",
  "11  <... write resumed>)              = 5",
  `11  pwrite64(${log}(deleted), "${coded("gone")}", 4, 0) = -1 EIO (Input/output error)`,
  `12  fdatasync(${log}) = 0`,
  `14  fsync(${log} <unfinished ...>`,
  "14  +++ killed by SIGKILL +++",
].join("\n");

test("calls are read with what they write, where they begin, and where they end", () => {
  const told = callsIn(trace).map(({ name, file, bytes, begun, ended, result }) => [
    name,
    file,
    bytes.toString(),
    begun,
    ended,
    result,
  ]);
  expect(told).toEqual([
    ["pwrite64", "/data/a.db-wal", "frame", 0, 0, 5],
    ["fdatasync", "/data/a.db-wal", "", 1, 4, 0],
    ["write", "socket:[1]", "order", 2, 5, 5],
    ["pwrite64", "/data/a.db-wal", "gone", 6, 6, -1],
    ["fdatasync", "/data/a.db-wal", "", 7, 7, 0],
  ]);
});
