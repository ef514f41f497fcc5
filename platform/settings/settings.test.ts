import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { expect, test } from "vitest";

import { describeSettings } from "./describe-settings.ts";
import { withEnvironmentFile } from "./environment-file.ts";
import { variableOf } from "./setting-definition.ts";
import { settingTable } from "./setting-table.ts";
import { allSettings, settingNamed, waitingProblem } from "./setting-values.ts";
import { readProxySettings, readSettings, SettingsError } from "./settings.ts";

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

// @specification 8.keep-alive
test("an empty environment gives the defaults", () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({
    dataFolder: resolve("data"),
    databaseUrl: `sqlite:${resolve("data")}/gatehouse.db`,
    httpHost: "127.0.0.1",
    httpPort: 8080,
    publicAddress: null,
    temporalNamespace: "default",
    nodeName: "node1",
    socketKeepAliveSeconds: 30,
    retryIntervalsSeconds: [300, 300, 600, 600, 1200, 1200],
  });
});

test("the database follows the data folder", () => {
  expect(readSettings({ GATEHOUSE_DATA: "/srv/g$&" }).databaseUrl).toBe("sqlite:/srv/g$&/gatehouse.db");
  expect(readSettings({ DATABASE_URL: "mariadb://u:p@h:3306/g" }).databaseUrl).toBe("mariadb://u:p@h:3306/g");
});

test("an empty variable counts as absent", () => {
  expect(readSettings({ HTTP_PORT: "  ", TEMPORAL_ADDRESS: "" })).toMatchObject({
    httpPort: 8080,
    temporalAddress: null,
  });
});

test("all problems are listed at once, each naming its variable and rule", () => {
  const problems = problemsOf({
    HTTP_PORT: "70000",
    LOG_LEVEL: "loud",
    DATABASE_URL: "oracle:x",
    TEMPORAL_ADDRESS: "http://x",
    NODE_NAME: "a b",
    REQUEST_RETRY_INTERVALS_SECONDS: "1,x",
    TEMPORAL_TLS_CERT_FILE: "c.pem",
  });
  expect(problems).toHaveLength(7);
  expect(problems.join("\n")).toMatch(/HTTP_PORT must lie between 0 and 65535\./);
  expect(problems.join("\n")).toMatch(/DATABASE_URL must begin with sqlite: or mariadb:\/\/\./);
  expect(problems.join("\n")).toMatch(/TEMPORAL_TLS_CERT_FILE and TEMPORAL_TLS_KEY_FILE must be given together/);
});

// @specification 8.keep-alive-time
test.each(["KeepAliveTime", "KEEP_ALIVE_TIME"])("%s is refused and the way out named", (name) => {
  expect(problemsOf({ [name]: "30" })[0]).toContain("use SocketKeepAlive");
});

test("a proxy knows no database and no address to listen on", () => {
  const settings = readProxySettings({ DATABASE_URL: "mariadb://u:p@h:3306/g", API_ADDRESS: "https://iam.example" });
  expect(settings.apiAddress).toBe("https://iam.example");
  expect(Object.keys(settings)).not.toContain("databaseUrl");
  expect(Object.keys(settings)).not.toContain("httpPort");
});

test("the whole list names every setting in both spellings", () => {
  const text = describeSettings(readSettings({}), "meaning");
  for (const [, definition] of allSettings) {
    expect(text).toContain(definition.name);
    expect(text).toContain(variableOf(definition));
  }
});

test("a setting is found by both spellings, in any case", () => {
  for (const [key, definition] of allSettings) {
    for (const name of [definition.name, variableOf(definition), definition.name.toLowerCase()])
      expect(settingNamed(name)?.key).toBe(key);
  }
  expect(settingNamed("LWS SAVE QUEUE")).toBeUndefined();
});

test("the list shows values as values and defaults as defaults, each with its origin, and no password", () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-settings-"));
  try {
    writeFileSync(join(folder, "gatehouse.env"), "HTTP_PORT=9000\nLOG_LEVEL=debug\n", { mode: 0o600 });
    const databaseUrl = "mariadb://iam:p@ss:w/rd@db.example:3306/iam";
    const variables = { GATEHOUSE_DATA: folder, LOG_LEVEL: "warn", DATABASE_URL: databaseUrl };
    const settings = readSettings(withEnvironmentFile(variables), variables);
    const text = describeSettings(settings, "origin");
    expect(text).toMatch(/^HTTP_PORT +9000 \(gatehouse\.env; cannot be stored\)$/m);
    expect(text).toMatch(/^LOG_LEVEL +warn \(environment; cannot be stored\)$/m);
    expect(text).toMatch(/^HTTP_HOST +127\.0\.0\.1 \(default; cannot be stored\)$/m);
    expect(text).toMatch(/^LOCKOUT_DURATION +30 \(default; a stored value acts at once\)$/m);
    expect(text).toMatch(/^PUBLIC_ADDRESS +none \(default; cannot be stored\)$/m);
    expect(text).toMatch(
      /^DATABASE_URL +mariadb:\/\/iam:\[secret\]@db\.example:3306\/iam \(environment; cannot be stored\)$/m,
    );
    expect(describeSettings(settings)).toMatch(/^HTTP_PORT +9000$/m);
    const whole = describeSettings(settings, "meaning");
    expect(whole).toContain("HTTP_PORT cannot be stored: it says how one machine runs the service");
    for (const shown of [text, whole]) expect(shown).not.toMatch(/p@ss|w\/rd/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("what waits for a later part takes its default alone", () => {
  const waiting = { ...settingTable.noKillRetry, waitsFor: "a part" };
  expect([false, true].map((value) => waitingProblem(waiting, value))).toEqual([
    undefined,
    "waits for a part, and until then only false is taken",
  ]);
  expect(waitingProblem(settingTable.noKillRetry, true)).toBeUndefined();
});

test.each([
  { HTTP_HOST: "0.0.0.0" },
  { HTTP_HOST: "::" },
  { HTTP_HOST: "192.0.2.7", PUBLIC_ADDRESS: "https://iam.example" },
])(
  "%j lets passwords travel in clear, so it is refused unless TLS ends in front or the operator says otherwise",
  (given) => {
    const [problem, ...others] = problemsOf(given);
    expect(problem).toMatch(/^HTTP_HOST .* TRUSTED_PROXIES, or set HTTP_UNENCRYPTED=true/);
    expect(others).toEqual([]);
    expect(problemsOf({ ...given, TRUSTED_PROXIES: "10.0.0.0/8" })).toEqual([]);
    expect(problemsOf({ ...given, HTTP_UNENCRYPTED: "true" })).toEqual([]);
  },
);

test("a Temporal server on another machine needs TLS, for service and proxy, unless the operator says otherwise", () => {
  const given = { TEMPORAL_ADDRESS: "temporal.example:7233" };
  expect(problemsOf(given)).toEqual([expect.stringMatching(/^TEMPORAL_ADDRESS .* or TEMPORAL_UNENCRYPTED=true/)]);
  expect(() => readProxySettings(given)).toThrow("TEMPORAL_TLS_CA_FILE");
  const pair = { TEMPORAL_TLS_CERT_FILE: "cert.pem", TEMPORAL_TLS_KEY_FILE: "key.pem" };
  for (const more of [{ TEMPORAL_TLS_CA_FILE: "ca.pem" }, pair, { TEMPORAL_UNENCRYPTED: "true" }])
    expect(problemsOf({ ...given, ...more })).toEqual([]);
  expect(readProxySettings({ ...given, TEMPORAL_UNENCRYPTED: "true" }).temporalAddress).toBe(given.TEMPORAL_ADDRESS);
});

test.each(["127.0.0.1", "localhost", "::1", "127.1.2.3"])("on this machine (%s) nobody listens on the way", (host) => {
  expect(problemsOf({ HTTP_HOST: host, ...(host === "::1" ? {} : { TEMPORAL_ADDRESS: `${host}:7233` }) })).toEqual([]);
});
