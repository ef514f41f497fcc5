import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callCommand, type CommandEnd } from "../support/commands.ts";
import { saveProxy } from "../support/organisation.ts";

/** Installation whose configuration is kept as files. */
export interface Site {
  readonly api: TestApi;
  /** Folder for files of the test. */
  readonly folder: string;
  /** Outputs of all calls. */
  readonly outputs: readonly string[];
  /** Calls `gatehouse config` as the superuser who signs in there. */
  config(...words: readonly string[]): Promise<CommandEnd>;
  /** Calls it with secrets in the environment. */
  configWith(env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<CommandEnd>;
}

/** Opens an empty installation with the superuser `boss`, the user `ada` and a proxy. */
export async function openSite(): Promise<Site> {
  const api = await openTestApi({ settings: { webhookAllowedNetworks: ["127.0.0.0/8"] } });
  await api.addUser("boss", { superuser: true, classes: ["_EXPLICIT_REST_API_USERS_"] });
  await api.addUser("ada", { displayName: "Ada" });
  await api.store.transaction(() => saveProxy(api.context, "local"));
  const passwordFile = join(api.folder, "boss.txt");
  writeFileSync(passwordFile, "password-of-boss\n");
  const outputs: string[] = [];
  const configWith: Site["configWith"] = async (env, ...words) => {
    const signIn = ["--url", api.address, "--user", "boss", "--password-file", passwordFile];
    const end = await callCommand(["config", ...words, ...signIn], { env });
    outputs.push(end.output);
    return end;
  };
  return { api, folder: api.folder, outputs, configWith, config: (...words) => configWith({}, ...words) };
}

/** Writes files into a new folder and returns its path. */
export function writeFiles(site: Site, files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(site.folder, "files-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Returns the texts of the files of a folder by their paths. */
export function filesOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );
}
