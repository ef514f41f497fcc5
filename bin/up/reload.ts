import { join } from "node:path";

import type { Settings } from "#platform/settings/settings.ts";
import { readSettings } from "#platform/settings/settings.ts";

import { CliError } from "../cli-error.ts";
import type { Reload } from "../service-reload.ts";
import type { Supervisor } from "../supervise.ts";
import { type ChildEnvironments, childEnvironments, localApiAddress } from "./environments.ts";

/** Parts of a running `up` that take over or go on. */
export interface RunningService {
  /** Settings with which it was started. */
  readonly settings: Settings;
  readonly supervisor: Supervisor;
  readonly temporalAddress: string;
  readonly httpPort: number;
}

/** Settings that hold from the start of `up` to its end, by their variables: what it has opened or handed to others. */
const fixed = {
  DATABASE_URL: "databaseUrl",
  HTTP_HOST: "httpHost",
  HTTP_PORT: "httpPort",
  MANAGEMENT_ADDRESS: "managementAddress",
  TEMPORAL_ADDRESS: "temporalAddress",
  TEMPORAL_PORT: "temporalPort",
} as const satisfies Readonly<Record<string, keyof Settings>>;

/** Returns the reload of a running `up`: the API, the hub and the proxy get new processes, which read the settings again. */
export function reloadOf(running: RunningService): Reload {
  let busy = false;
  return async () => {
    if (busy) throw new CliError("A reload is under way.");
    busy = true;
    try {
      return await reloadAll(running);
    } finally {
      busy = false;
    }
  };
}

async function reloadAll({ settings: before, supervisor, ...meeting }: RunningService): Promise<readonly string[]> {
  const settings = readSettings();
  const changed = Object.entries(fixed).filter(([, key]) => settings[key] !== before[key]);
  if (changed.length > 0) {
    const names = changed.map(([name]) => name).join(", ");
    throw new CliError(`A reload cannot change ${names}. Stop 'gatehouse up' and start it again.`);
  }
  const environments = childEnvironments({ settings, ...meeting }, process.env);
  for (const [words, step] of stepsOf(supervisor, environments, {
    folder: join(settings.dataFolder, "proxies", "local"),
    apiAddress: localApiAddress(settings, meeting.httpPort),
  })) {
    await step().catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new CliError(`${words} was not reloaded, and the former process goes on: ${why}`, undefined, cause);
    });
  }
  return ["API, hub and proxy run in new processes."];
}

type Steps = readonly (readonly [words: string, step: () => Promise<void>])[];

/** Returns the steps in their order: the proxy reports to the API, and the hub gives it work. */
function stepsOf(
  supervisor: Supervisor,
  { service, proxy }: ChildEnvironments,
  { folder, apiAddress }: { readonly folder: string; readonly apiAddress: string },
): Steps {
  return [
    ["The API", () => supervisor.reload("api", service)],
    ["The hub", () => supervisor.replace({ name: "hub", command: ["hub"], environment: service, isManaged: true })],
    [
      "The proxy 'local'",
      () =>
        supervisor.replace({
          name: "proxy",
          command: ["proxy"],
          environment: proxy(folder, apiAddress),
          isManaged: true,
        }),
    ],
  ];
}
