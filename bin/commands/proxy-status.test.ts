import { expect, test } from "vitest";

import { describeProxies, type ShownStatus } from "./proxy-status.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();

const branch: ShownStatus = {
  id: "branch",
  state: "online",
  softwareVersion: "0.1.0",
  lastSeenAt: ago(5),
  queue: { name: "proxy-branch", waiting: 3, underWay: 2, later: 1 },
  instances: [
    {
      id: "11111111-2222",
      online: true,
      startedAt: ago(90),
      lastSeenAt: ago(5),
      stoppedAt: null,
      softwareVersion: "0.1.0",
      connectors: [
        { id: "ldap", version: "1.0.0" },
        { id: "notes", version: "2.0.0" },
      ],
      failedConnectors: [{ name: "broken.mjs", problem: "notLoadable", message: "Error: no licence" }],
      ordersUnderWay: 2,
      clockSkewMs: -2500,
    },
    {
      id: "33333333-4444",
      online: false,
      startedAt: ago(9000),
      lastSeenAt: ago(300),
      stoppedAt: null,
      softwareVersion: "0.0.9",
      connectors: [],
      failedConnectors: [],
      ordersUnderWay: 0,
      clockSkewMs: 0,
    },
  ],
};

test("says of each process what it has, what it does and how its clock goes", () => {
  expect(describeProxies([branch], now)).toBe(
    [
      "branch  online, seen 5 s ago",
      "  queue proxy-branch: 3 waiting, 2 under way, 1 to be tried later",
      `  ● 11111111  version 0.1.0, running since ${ago(90)}`,
      "    2 orders under way, clock 2.5 s behind",
      "    connectors: ldap 1.0.0, notes 2.0.0",
      "    failed: broken.mjs (notLoadable): Error: no licence",
      "  ○ 33333333  version 0.0.9, away, last seen 5 min ago",
      "    connectors: none",
    ].join("\n"),
  );
});

test("a process that is older or newer than the service is shown as such", () => {
  const [running, other] = branch.instances;
  if (!running || !other) throw new Error("the sample has two processes");
  const instances = [
    { ...running, comparedToService: "same" as const },
    { ...other, comparedToService: "older" as const },
  ];
  const words = describeProxies([{ ...branch, serviceVersion: "0.1.0", instances }], now).split("\n");
  expect(words).toContain(`  ● 11111111  version 0.1.0, running since ${ago(90)}`);
  expect(words).toContain(
    "  ○ 33333333  version 0.0.9 (older than the service, which has 0.1.0), away, last seen 5 min ago",
  );
});

test("a proxy that reports and does not reach the engine is not online, and says what to look at", () => {
  const instances = branch.instances.map((one) => ({ ...one, engineReached: false }));
  const words = describeProxies([{ ...branch, state: "cutOff", instances }], now).split("\n");
  expect(words[0]).toBe("branch  reports, and does not reach Temporal: no orders come, seen 5 s ago");
  expect(words).toContain("    Temporal is not reached: check TEMPORAL_ADDRESS and the way to it");
});

test("a process that has ended as it should is told only where there is no other", () => {
  const [running, other] = branch.instances;
  if (!running || !other) throw new Error("the sample has two processes");
  const ended = { ...other, stoppedAt: ago(7200) };
  expect(describeProxies([{ ...branch, instances: [running, ended] }], now)).not.toContain("33333333");
  expect(describeProxies([{ ...branch, instances: [ended] }], now)).toContain(
    "○ 33333333  version 0.0.9, stopped 2 h ago",
  );
});

test("a proxy that was only invited has never been seen; without any proxy it says what to do", () => {
  const queue = { name: "proxy-new", waiting: 0, underWay: 0, later: 0 };
  const invited: ShownStatus = {
    id: "new",
    state: "invited",
    softwareVersion: null,
    lastSeenAt: null,
    queue,
    instances: [],
  };
  expect(describeProxies([invited, branch], now).split("\n\n")).toHaveLength(2);
  expect(describeProxies([invited], now)).toContain("new  invited, never seen");
  expect(describeProxies([], now)).toContain("gatehouse proxy invite <name>");
});
