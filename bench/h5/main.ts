import { readFileSync } from "node:fs";
import { Runtime, NativeConnection, Worker } from "@temporalio/worker";
import { Client, Connection } from "@temporalio/client";
import { Context } from "@temporalio/activity";
import { fileURLToPath } from "node:url";
import { inParallel } from "../in-parallel.ts";
import { startTestTemporal } from "#test/support/temporal.ts";
const ignore = () => undefined;
Runtime.install({ logger: { log: ignore, trace: ignore, debug: ignore, info: ignore, warn: ignore, error: console.error } });
const temporal = await startTestTemporal();
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" "); return (Number(f[11]) + Number(f[12])) * 10; };
const connection = await NativeConnection.connect({ address: temporal.address });
let beat = false;
const hub = await Worker.create({ connection, taskQueue: "h5", workflowsPath: fileURLToPath(new URL("./wf.ts", import.meta.url)), activities: { step: async (n: string) => n }, stickyQueueScheduleToStartTimeout: "1 second" });
const conn = await Worker.create({ connection, taskQueue: "h5-conn", activities: { work: async () => { if (beat) Context.current().heartbeat(1); } } });
const running = Promise.all([hub.run(), conn.run()]);
const client = new Client({ connection: await Connection.connect({ address: temporal.address }) });
let run = 0;
async function go(name: string, o: { sws?: boolean; swsAll?: boolean; timer?: boolean; beat?: boolean }, count = 200, show = true) {
  run++; beat = o.beat ?? false;
  const b = [cpu(temporal.pid), cpu(process.pid)]; const t = performance.now();
  const start = (i: number) => ({ taskQueue: "h5", workflowId: `w-${run}-${i}`, args: ["x", o.timer ?? false, o.sws ? 1 : 0] as any, workflowTaskTimeout: "3 seconds" as const, workflowIdReusePolicy: "REJECT_DUPLICATE" as const });
  await inParallel(count, 16, (i) => o.sws ? client.workflow.signalWithStart("wf", { ...start(i), signal: "decide" }) : client.workflow.start("wf", start(i)));
  for (let p = 0; p < 2; p++) await inParallel(count, 16, (i) => o.swsAll ? client.workflow.signalWithStart("wf", { ...start(i), signal: "decide" }) : client.workflow.getHandle(`w-${run}-${i}`).signal("decide"));
  await inParallel(count, count, (i) => client.workflow.getHandle(`w-${run}-${i}`).result());
  const s = (performance.now() - t) / 1000;
  if (show) console.log(name.padEnd(30), `${(count / s).toFixed(1)}/s temporal ${((cpu(temporal.pid) - b[0]!) / count).toFixed(1)} ms, worker+client ${((cpu(process.pid) - b[1]!) / count).toFixed(1)} ms`);
}
await go("warm", {}, 50, false);
for (let k = 0; k < 3; k++) {
  await go("base", {});
  await go("signalWithStart first", { sws: true });
  await go("signalWithStart all", { sws: true, swsAll: true });
  await go("timer", { timer: true });
  await go("heartbeat", { beat: true });
  await go("all", { sws: true, swsAll: true, timer: true, beat: true });
}
hub.shutdown(); conn.shutdown(); await running; await client.connection.close(); await connection.close(); await temporal.stop();
