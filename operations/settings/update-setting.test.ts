import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { settingInForce } from "#platform/settings/describe-settings.ts";
import { settingTable } from "#platform/settings/setting-table.ts";
import { callerOf, openTestService, type TestService } from "#test/support/service.ts";

import { invoke } from "../kernel/invoke.ts";
import { updateSetting } from "./update-setting.ts";

let opened: TestService;
beforeAll(async () => {
  opened = await openTestService({ settings: { publicAddress: "https://gatehouse.example" } });
});
afterAll(() => opened.close());

const engine = callerOf({ key: "", id: "cli", superuser: false }, { kind: "engine", key: null, module: "cli" });
const update = (key: string, value: string | number | boolean | null) =>
  invoke(updateSetting, opened.context, engine, { key, value });
const stored = () => opened.store.select("settings");

describe("a setting", () => {
  it.each([
    ["LOCKOUT_DURATION", "soon", "SETTING_VALUE_INVALID", "LOCKOUT_DURATION must be a whole number."],
    ["LOCKOUT_DURATION", "", "SETTING_VALUE_INVALID", "LOCKOUT_DURATION must be a whole number."],
    ["LOCKOUT_DURATION", 0, "SETTING_VALUE_INVALID", "LOCKOUT_DURATION must lie between 1 and 525600."],
    ["LWS SAVE QUEUE SPACE", 1, "SETTING_VALUE_INVALID", "LWS SAVE QUEUE SPACE must be true or false."],
    ["REQUEST_LIFE_DAYS", true, "SETTING_VALUE_INVALID", "REQUEST_LIFE_DAYS must be a whole number."],
    ["LOKOUT_DURATION", 1, "NOT_FOUND", "There is no setting 'LOKOUT_DURATION'. Was 'LOCKOUT_DURATION' meant?"],
    [
      "DATABASE_URL",
      "sqlite:x",
      "SETTING_NOT_STORED",
      "a process needs it before it can ask the database. Set DATABASE_URL",
    ],
    [
      "SocketKeepAlive",
      9,
      "SETTING_NOT_STORED",
      "a proxy reads it too, and a proxy knows no database. Set SOCKET_KEEP_ALIVE",
    ],
    ["AUDIT_FILE", "x", "SETTING_NOT_STORED", "must not lead the audit elsewhere. Set AUDIT_FILE in the environment"],
  ] as const)("%s is not %j, which is said in words, and nothing is stored", async (key, value, code, words) => {
    await expect(update(key, value)).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
    expect(await stored()).toEqual([]);
  });

  it("is in force in this process before the caller is answered, and audited with both values", async () => {
    const { settings } = opened.context;
    await update("lockout_duration", "60");
    expect([settings.lockoutDurationMinutes, settings.origins.lockoutDurationMinutes]).toEqual([60, "stored"]);
    expect(await stored()).toMatchObject([{ name: "LOCKOUT_DURATION", storedValue: 60, lastUpdatedModule: "cli" }]);
    const [row] = await opened.store.select("sesslog_full", { where: { operation: "ACPS", result: "S" } });
    expect(row).toMatchObject({ ident: "lockout_duration", changes: expect.anything() });
    expect(JSON.stringify(row?.changes)).toContain("60");
    await update("LOCKOUT_DURATION", null);
    expect([settings.lockoutDurationMinutes, settings.origins.lockoutDurationMinutes]).toEqual([30, "default"]);
  });

  it("may be stored under the name of the interface specification, a list as its text", async () => {
    await update("MAX USERAUTH FAILURE", 3);
    await update("REQUEST_RETRY_INTERVALS_SECONDS", " 5,10 ");
    await update("LWS_SAVE_QUEUE_SPACE", "true");
    expect(opened.context.settings).toMatchObject({
      userAuthFailuresMax: 3,
      retryIntervalsSeconds: [5, 10],
      lwsSaveQueueSpace: true,
    });
    await expect(update("NoKillRetry", false)).resolves.toMatchObject({ storedValue: false });
  });

  it("that is a secret is sealed, in force, and nowhere to be read", async () => {
    const { settings, store } = { ...opened.context, store: opened.store };
    await expect(update("SMTP_PASSWORD", "Canary-1")).rejects.toMatchObject({
      code: "SETTING_VALUE_INVALID",
      message: expect.stringContaining("SMTP_PASSWORD is that of one server. Set SMTP_HOST first"),
    });
    await expect(update("SMTP_HOST", "mail.example")).rejects.toMatchObject({
      message: expect.stringContaining("Set MAIL_FROM first"),
    });
    await update("MAIL_FROM", "gatehouse@example.org");
    await update("SMTP_HOST", "mail.example");
    await update("SMTP_PASSWORD", "Canary-1");
    await update("SMTP_USER", "gatehouse");
    await update("SMTP_PASSWORD", "Canary-2");
    expect(settings.smtpPassword?.use((text) => text)).toBe("Canary-2");
    await expect(update("SMTP_HOST", "evil.example")).rejects.toMatchObject({
      message: expect.stringContaining("SMTP_PASSWORD is that of the present server"),
    });
    await expect(update("SMTP_PASSWORD", null)).rejects.toMatchObject({ code: "SETTING_VALUE_INVALID" });
    const row = await store.get("settings", "SMTP_PASSWORD");
    expect(row?.storedValue).toBe("[secret]");
    expect(settingInForce(settings, ["smtpPassword", settingTable.smtpPassword]).value).toBe("[secret]");
    const everything = [await stored(), await store.select("sesslog_full"), await store.changeLog.read(0, 1000)];
    expect(JSON.stringify(everything)).not.toContain("Canary");
    expect(JSON.stringify(await store.changeLog.read(0, 1000))).not.toContain(row?.secretValue);
    for (const name of ["SMTP_USER", "SMTP_PASSWORD", "SMTP_HOST", "MAIL_FROM"]) await update(name, null);
    expect(settings).toMatchObject({ smtpPassword: null, smtpUser: null, smtpHost: null, mailFrom: null });
    expect(await store.get("settings", "SMTP_PASSWORD")).toMatchObject({ storedValue: null, secretValue: null });
  });
});
