import { existsSync } from "node:fs";
import { resolve } from "node:path";

import type { Command } from "commander";

import type { SettingValue } from "#domain/setting-origins.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import type { SettingDetail, SettingInForce } from "#platform/settings/describe-settings.ts";
import type { Settings } from "#platform/settings/settings.ts";

import { CliError, ExitCode } from "../cli-error.ts";

interface Shown {
  readonly origin?: boolean;
  readonly meaning?: boolean;
}

/** Adds `gatehouse settings` with list, get, set and unset. */
export function addSettingsCommand(program: Command): void {
  const settings = program
    .command("settings")
    .description("Show and save settings (names as in docs/settings.md or in the environment)")
    .addHelpText("after", settingsHelp);
  shown(settings.command("list", { isDefault: true }))
    .description("List settings with the values that a process started now would have")
    .action(async (options: Shown) => {
      const { describeSettings } = await import("#platform/settings/describe-settings.ts");
      console.log(describeSettings(await settingsHere(), detailOf(options)));
    });
  shown(settings.command("get <name>"))
    .description("Print the value of a setting")
    .action(async (name: string, options: Shown) => {
      const { describeSetting, settingInForce } = await import("#platform/settings/describe-settings.ts");
      const { key, definition } = await named(name);
      const row = settingInForce(await settingsHere(), [key, definition]);
      const detail = detailOf(options);
      console.log(detail === "value" ? String(row.value ?? "") : describeSetting(row, detail));
    });
  settings
    .command("set <name> [value]")
    .description("Save the value of a setting for all processes")
    .option("--file <file>", "take the value from a file, '-' for standard input; the only way for a secret")
    .action(async (name: string, value: string | undefined, { file }: { file?: string }) => {
      await store(name, await givenValue(name, value, file));
    });
  settings
    .command("unset <name>")
    .description("Reset a setting to its default")
    .action((name: string) => store(name, null));
}

const settingsHelp = `
A value is taken from --setting, else from the environment or gatehouse.env, else from what is stored, else it is the default.

Examples:
  gatehouse settings list --origin
  gatehouse settings get "LWS SAVE QUEUE SPACE" --meaning
  gatehouse settings set LOCKOUT_DURATION 60
  gatehouse settings unset LOCKOUT_DURATION
  gatehouse settings set SMTP_PASSWORD --file smtp-password.txt
`;

function shown(command: Command): Command {
  return command
    .option(
      "--origin",
      "say where each value comes from (flag, environment, gatehouse.env, stored, default) and when a stored one acts",
    )
    .option("--meaning", "say besides what each does, what it takes, and why it cannot be stored");
}

function detailOf({ origin = false, meaning = false }: Shown): SettingDetail {
  if (meaning) return "meaning";
  return origin ? "origin" : "value";
}

async function givenValue(name: string, value: string | undefined, file: string | undefined): Promise<string> {
  const { isSecretSetting } = await import("#platform/settings/setting-definition.ts");
  const { readText } = await import("../read-text.ts");
  const { definition } = await named(name);
  if ((value === undefined) === (file === undefined))
    throw new CliError("Give the value itself, or its file by --file.", ExitCode.Usage);
  if (value !== undefined && isSecretSetting(definition))
    throw new CliError(
      `${definition.name} is a secret, and a command line is read by others: use --file.`,
      ExitCode.Usage,
    );
  return value ?? readText(file ?? "-");
}

async function named(name: string) {
  const { settingNamed } = await import("#platform/settings/setting-values.ts");
  const { unknownSetting } = await import("#platform/settings/setting-flags.ts");
  const found = settingNamed(name);
  if (found === undefined) throw new CliError(unknownSetting(name), ExitCode.Usage);
  return found;
}

/** Returns the settings including the stored ones. Without a database it returns the others and prints why the stored ones are missing. */
async function settingsHere(): Promise<Settings> {
  const { readSettings } = await import("#platform/settings/settings.ts");
  const { messageOf } = await import("../failure.ts");
  const start = readSettings();
  try {
    if (await isFileMissing(start)) throw new CliError("there is no database yet.");
    const { onThisMachine } = await import("../with-service.ts");
    return await onThisMachine(async ({ here }) => here.context.settings);
  } catch (error) {
    console.error(`What is stored is left out: ${messageOf(error)}`);
    return start;
  }
}

// Reading must not create a database.
async function isFileMissing({ databaseUrl }: Settings): Promise<boolean> {
  const { parseDatabaseUrl } = await import("#store/database-url.ts");
  const address = parseDatabaseUrl(databaseUrl);
  return address.dialect === "sqlite" && !existsSync(resolve(address.file));
}

async function store(name: string, value: SettingValue): Promise<void> {
  const { updateSetting } = await import("#operations/settings/update-setting.ts");
  const { describeSetting } = await import("#platform/settings/describe-settings.ts");
  const { withService } = await import("../with-service.ts");
  const found = await named(name);
  await withService(async ({ here, call }) => {
    const answered: object | null = await call(updateSetting, { key: found.definition.name, value });
    const row = here === null ? inForceThere(answered, found) : await inForceHere(here.context, found);
    const isHidden = row !== null && row.origin !== "stored" && row.origin !== "default";
    const words = isHidden ? `; ${here === null ? "there" : "here"} the ${row.origin} goes before what is stored` : "";
    console.log(`${value === null ? "Nothing is stored any more" : "Stored"}${words}.`);
    if (row !== null) console.log(describeSetting(row, "origin"));
  });
}

type NamedSetting = Awaited<ReturnType<typeof named>>;

/** Returns the setting of a process that starts here and now. */
async function inForceHere({ store: stored }: ServiceContext, setting: NamedSetting): Promise<SettingInForce> {
  const { storedSettings } = await import("#operations/settings/engine/stored-settings.ts");
  const { settingInForce } = await import("#platform/settings/describe-settings.ts");
  const { createLiveSettings } = await import("#platform/settings/live-settings.ts");
  const { readSettings } = await import("#platform/settings/settings.ts");
  const next = createLiveSettings(readSettings());
  next.take(await storedSettings(stored), "start");
  return settingInForce(next.settings, [setting.key, setting.definition]);
}

/** Returns the setting of the process that has answered; null if the signed-in user may not read it. */
function inForceThere(answered: object | null, { definition }: NamedSetting): SettingInForce | null {
  return answered && { definition, ...(answered as Pick<SettingInForce, "value" | "origin">) };
}
