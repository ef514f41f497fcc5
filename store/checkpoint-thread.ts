import { workerData } from "node:worker_threads";

import { openHandle } from "./sqlite-handles.ts";

const { driver } = openHandle(workerData as string, { readonly: false });
try {
  // It takes over what no reader needs any more, and waits for nobody.
  driver.pragma("wal_checkpoint(PASSIVE)");
} finally {
  driver.close();
}
