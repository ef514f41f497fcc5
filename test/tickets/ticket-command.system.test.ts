import { afterAll, beforeAll, expect, test } from "vitest";

import { callCommand } from "../support/commands.ts";
import { writePlugins } from "../support/plug-in-files.ts";
import { openTestService, type TestService } from "../support/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  writePlugins(service, { "desk.mjs": "export const run = () => ({ id: 'T-1' });" });
});
afterAll(() => service.close());

const system = (...command: string[]) =>
  callCommand(["ticket-system", ...command], {
    env: {
      GATEHOUSE_DATA: service.folder,
      DATABASE_URL: service.databaseUrl,
      PLUGIN_FOLDER: service.context.settings.pluginFolder,
    },
  });

test("a slip is told with the field and the way out, and adds nothing", async () => {
  const slips = [
    [["add", "DESK", "--plugin", "absent.mjs"], "PLUGIN_FOLDER"],
    [["add", "DESK"], "--plugin"],
    [["add", "DESK", "--plugin", "desk.mjs", "--field", "password"], "must be one of requester, recipient"],
    [["update", "DESK", "--enable", "--disable"], "exclude each other"],
    [["show", "DESK"], "There is no ticket system 'DESK'"],
  ] as const;
  for (const [command, words] of slips) {
    const { code, output } = await system(...command);
    expect([code === 0, output], command.join(" ")).toEqual([false, expect.stringContaining(words)]);
  }
  expect((await system("list")).output).toBe("");
});

test("a ticket system is added, shown, changed, given another secret and removed", async () => {
  const added = await system("add", "DESK", "--plugin", "desk.mjs", "--field", "requester", "objects");
  expect(added.output).toMatch(/^The ticket system 'DESK' is added\.\nIts secret, .*\nwhsec_\S{44}\n$/);
  expect((await system("list")).output).toBe("DESK  enabled   desk.mjs\n");
  expect((await system("update", "DESK", "--disable", "--when-rejected", "cancel")).code).toBe(0);
  const shown = JSON.parse((await system("show", "DESK")).output) as Record<string, unknown>;
  expect(shown).toMatchObject({ enabled: false, whenRejected: "cancel", fields: ["requester", "objects"] });
  expect(Object.keys(shown)).not.toContain("secret");
  const rotated = await system("rotate-secret", "DESK", "--overlap-hours", "2");
  expect(rotated.output).toMatch(/is accepted until .*Z\.\nIts secret, .*\nwhsec_\S{44}\n$/);
  expect((await system("remove", "DESK")).output).toBe("The ticket system 'DESK' is removed.\n");
  expect((await system("list")).output).toBe("");
});
