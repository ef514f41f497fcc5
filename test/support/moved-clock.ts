import { readFileSync } from "node:fs";

// A process of a test loads this file before the program: its clock is ahead by the time in a file of the test. The file is read
// repeatedly, so a test moves the clocks of all its processes at once, while they run.
// Its path stands in the query of the address by which a process loads this file, where its other environment does not reach the process.
const file = new URL(import.meta.url).searchParams.get("file") ?? process.env["GATEHOUSE_TEST_CLOCK"] ?? "";
const lookAfterMs = 10;
const now = Date.now.bind(Date);
const ahead = { ms: 0, readAt: -Infinity };

Date.now = () => {
  const at = performance.now();
  if (at - ahead.readAt >= lookAfterMs) Object.assign(ahead, { ms: read(), readAt: at });
  return now() + ahead.ms;
};

function read(): number {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    // The clock was not moved yet.
    return ahead.ms;
  }
}
