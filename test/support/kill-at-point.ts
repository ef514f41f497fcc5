import { subscribe } from "node:diagnostics_channel";
import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

// A process of a test loads this file before the program: it records the points that the work reaches, and kills the process at the armed
// one, once.
const folder = process.env["GATEHOUSE_TEST_POINTS"] ?? "";
const [, , name = ""] = process.argv;

function armed(): string {
  try {
    return readFileSync(join(folder, "armed"), "utf8");
  } catch {
    return "";
  }
}

// The channel of platform/reached.ts, by its name: a file that is loaded first must not load the program.
subscribe("gatehouse.point", (point) => {
  const place = `${name} ${String(point)}`;
  appendFileSync(join(folder, "reached"), `${place}\n`);
  if (armed() !== place) return;
  rmSync(join(folder, "armed"));
  process.kill(process.pid, "SIGKILL");
});
