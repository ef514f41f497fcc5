import { startOurs } from "./requests/ours.ts";
import { startTestTemporal } from "#test/support/temporal.ts";
import { readdirSync, readFileSync } from "node:fs";
const t = await startTestTemporal();
const before = new Set(readdirSync("/tmp").filter(f=>f.startsWith("gatehouse-installation")));
const o = await startOurs(t.address);
const mine = readdirSync("/tmp").filter(f=>f.startsWith("gatehouse-installation")&&!before.has(f))[0];
console.log(await o.run(20, 16));
const s = await o.run(200, 16); console.log(200/s, "per s", s);
for (const n of ["api","hub","proxy"]) { const lines = readFileSync(`/tmp/${mine}/log/${n}.log`,"utf8").split("\n").filter(Boolean).map(l=>{try{return JSON.parse(l)}catch{return {msg:l}}});
 const c = new Map<string,number>(); for (const l of lines) { const k = [l.level,l.msg,l.status,l.route,l.code].join(" "); c.set(k,(c.get(k)??0)+1);} console.log(n, [...c].sort((a,b)=>b[1]-a[1]).slice(0,12)); }
await o.stop(); await t.stop();
