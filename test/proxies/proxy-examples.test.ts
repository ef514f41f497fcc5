import { readFileSync } from "node:fs";
import { join } from "node:path";

import { Command } from "commander";
import { describe, expect, test } from "vitest";

import { addProxyCommand } from "#bin/commands/proxy.ts";
import { addRequestCommand } from "#bin/commands/request.ts";
import { errors } from "#domain/errors.ts";
import { proxyFarewellSeconds, proxyStopSeconds } from "#domain/limits.ts";
import { variableOf } from "#platform/settings/setting-definition.ts";
import { allSettings, proxySettings } from "#platform/settings/setting-values.ts";

import { projectRoot } from "../support/source-files.ts";

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
const unit = read("docs/examples/gatehouse-proxy@.service");
const container = read("docs/examples/proxy.Containerfile");
const document = read("docs/running-a-proxy.md");
const manifest = JSON.parse(read("package.json")) as {
  readonly bin: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
  readonly files: readonly string[];
};

const variablesOf = (rows: typeof allSettings) => new Set(rows.map(([, definition]) => variableOf(definition)));
const settings = variablesOf(allSettings);
const ofProxies = variablesOf(proxySettings);
const program = new Command("gatehouse");
addProxyCommand(program);
addRequestCommand(program);

/** Returns the faults in the words of a `gatehouse` command; none if each command and option exists. */
function problemsOf(words: readonly string[]): string[] {
  let command = program;
  const problems: string[] = [];
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? "";
    const option = command.options.find(({ long }) => long === word);
    if (option?.required) place += 1;
    if (option || !(word.startsWith("--") || command.registeredArguments.length === 0)) continue;
    const below = command.commands.find((one) => one.name() === word);
    if (below) command = below;
    else problems.push(`'${word}' is unknown to '${command.name()}'`);
  }
  return command === program ? [...problems, "no command"] : problems;
}

/** Returns the values of a key of the unit, in order. */
function valuesOf(key: string): string[] {
  return [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value);
}

describe("docs/examples/gatehouse-proxy@.service", () => {
  test("starts a command that exists, as an own user, with settings that a proxy has", () => {
    const [start = ""] = valuesOf("ExecStart");
    const [, name = "", ...words] = /^\/opt\/gatehouse-proxy\/node_modules\/\.bin\/(\S+) (.*)$/.exec(start) ?? [];
    expect(manifest.bin).toHaveProperty(name);
    expect(problemsOf(words)).toEqual([]);
    const given = valuesOf("Environment").map((entry) => entry.split("=")[0] ?? "");
    expect(given.filter((setting) => setting !== "PATH" && !ofProxies.has(setting))).toEqual([]);
    expect(valuesOf("User")).toEqual(["gatehouse-proxy"]);
    const [folder] = valuesOf("StateDirectory");
    expect(valuesOf("Environment")).toContain(`GATEHOUSE_DATA=/var/lib/${folder}`);
  });

  test("lets running orders end, and comes back whatever happens", () => {
    expect(Number(valuesOf("TimeoutStopSec")[0])).toBeGreaterThan(proxyStopSeconds + proxyFarewellSeconds);
    expect(valuesOf("Restart")).toEqual(["always"]);
    for (const [key, value] of [
      ["NoNewPrivileges", "yes"],
      ["ProtectSystem", "strict"],
      ["StateDirectoryMode", "0700"],
      ["CapabilityBoundingSet", ""],
    ] as const)
      expect([key, valuesOf(key)]).toEqual([key, [value]]);
    // Node compiles at run time.
    expect(valuesOf("MemoryDenyWriteExecute")).toEqual([]);
  });
});

describe("docs/examples/proxy.Containerfile", () => {
  const instructions = container
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(/\s+/));
  const wordsOf = (name: string) => instructions.filter(([first]) => first === name).map(([, ...words]) => words);
  const listOf = (name: string) => JSON.parse((wordsOf(name)[0] ?? []).join(" ")) as string[];

  test("runs a command that exists on a Node that is new enough, not as root", () => {
    const [program0 = ""] = listOf("ENTRYPOINT");
    expect(manifest.bin).toHaveProperty(program0);
    expect(problemsOf(listOf("CMD"))).toEqual([]);
    const [, major] = /^node:(\d+)/.exec(wordsOf("FROM")[0]?.[0] ?? "") ?? [];
    expect(Number(major)).toBe(Number.parseInt(manifest.engines.node.replace(">=", ""), 10));
    expect(wordsOf("USER")).toEqual([["node"]]);
    const names = instructions.map(([first]) => first);
    expect(names.indexOf("USER")).toBeGreaterThan(names.lastIndexOf("RUN"));
  });

  test("sets what a proxy reads, and holds no key", () => {
    const given = wordsOf("ENV").flatMap((words) => words.map((word) => word.split("=")[0] ?? ""));
    const others = new Set(["PATH", "NODE_ENV"]);
    expect(given.filter((name) => !others.has(name) && !ofProxies.has(name))).toEqual([]);
    expect(wordsOf("COPY")).toEqual([["gatehouse-*.tgz", "./"]]);
    expect(wordsOf("VOLUME").flat()).toEqual(["/var/lib/gatehouse-proxy"]);
  });
});

test("a command, a part of it or an option that does not exist is found", () => {
  expect(problemsOf(["proxy", "frobnicate"])).toEqual(["'frobnicate' is unknown to 'proxy'"]);
  expect(problemsOf(["proxy", "enrol", "branch", "--adress", "x"])).toEqual(["'--adress' is unknown to 'enrol'"]);
  expect(problemsOf(["proxies"])).toHaveLength(2);
});

describe("docs/running-a-proxy.md", () => {
  const code = [...document.matchAll(/```(?:sh|console)\n([\s\S]*?)```/g)].map(([, text = ""]) => text).join("\n");

  test("names commands and options that exist", () => {
    const inText = [...document.matchAll(/`(gatehouse [^`]+)`/g)].map(([, words = ""]) => words);
    const text = [code.replaceAll("\\\n", " "), ...inText].join("\n");
    const called = [...text.matchAll(/(?<=^|[\s/(])(?:gatehouse|administer) ((?:proxy|request)\b[^|<>;&)\n]*)/gm)];
    expect(called.length).toBeGreaterThan(12);
    for (const [, words = ""] of called) expect(problemsOf(words.trim().split(/\s+/))).toEqual([]);
  });

  test("names settings and files that exist", () => {
    // Variables of the walk-through itself are no settings.
    const own = new Set(["PASSWORD_FILE", "TEMPORAL_TLS_"]);
    const named = [...document.matchAll(/\b[A-Z]+(?:_[A-Z]*)+\b/g)].map(([name]) => name);
    const unknown = named.filter((name) => !settings.has(name) && !own.has(name) && !Object.hasOwn(errors, name));
    expect(unknown).toEqual([]);
    for (const [, link = ""] of document.matchAll(/\]\((?!https?:)([^)#]+)/g))
      expect(read(`docs/${link}`)).not.toBe("");
    expect(manifest.files).toContain("docs");
  });

  test("tells the times and bounds that hold", async () => {
    const limits = await import("#domain/limits.ts");
    const seconds = {
      [`reported for ${limits.proxyAwaySeconds} seconds`]: true,
      [`looked at every ${limits.otherVersionPauseMs / 1000} seconds`]: true,
      [`(${limits.connectorVersionWaitSeconds / 60} minutes)`]: true,
      [`end for ${limits.proxyDrainSeconds} seconds`]: true,
      [`above ${proxyStopSeconds + proxyFarewellSeconds} seconds`]: true,
      [`more than ${limits.proxySignatureMaxAgeSeconds} seconds off`]: true,
      [`| ${limits.proxyInstancesMax}; ${limits.proxyInstanceKeptHours} h |`]: true,
      [`orders in one chunk | ${limits.chunkOperationsMax} |`]: true,
      [`time for one order | ${limits.connectorCallMs / 1000} s |`]: true,
    };
    for (const words of Object.keys(seconds)) expect(document).toContain(words);
  });
});
