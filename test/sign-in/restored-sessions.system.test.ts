import { beforeAll, expect, test } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { issuePasswordLink } from "#operations/users/issue-password-link.ts";
import { ManualClock } from "#platform/clock.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { backUp, putBackSilently, restore, type TestBackup } from "../support/restores.ts";
import type { TestStore } from "../support/store.ts";

const start = Date.UTC(2030, 0, 31, 8);
const clock = new ManualClock(start);

/** Session, refresh token and link that were ended or used after the backup. */
interface Ended {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly link: string;
}

let backup: TestBackup;
let ended: Ended;

beforeAll(async () => {
  const api = await openTestApi({ clock, settings: { baseIdsynchUrl: "https://gatehouse.example" } });
  const ada = await api.addUser("ada");
  const { json } = await api.signIn("root");
  const { link } = await invoke(issuePasswordLink, api.context, engineCaller("idtm", "test"), { key: ada.key });
  ended = {
    accessToken: String(json.access_token),
    refreshToken: String(json.refresh_token),
    link: link.use((text) => text),
  };
  backup = await backUp(api, clock);
  await api.close();
  clock.advance(60_000);
});

/** Reports whether the access token is accepted. */
async function letIn(api: TestApi, { accessToken }: Pick<Ended, "accessToken">) {
  const headers = { authorization: `Bearer ${accessToken}` };
  return { accessToken: (await api.send("GET", "/v2/users?$top=1", { headers })).status === 200 };
}

/** Returns the names of those that are accepted; a refresh token and a link are used up by it. */
async function tried(opened: TestStore): Promise<readonly string[]> {
  const api = await openTestApi({ clock, opened, settings: { baseIdsynchUrl: "https://gatehouse.example" } });
  const { accessToken } = await letIn(api, ended);
  const refreshed = await api.send("POST", "/identity/connect/token", {
    form: { grant_type: "refresh_token", client_id: "gatehouse", refresh_token: ended.refreshToken },
  });
  const url = new URL(ended.link);
  const [[field, link] = ["", ""]] = [...url.searchParams];
  const chosen = await api.send("POST", url.pathname, {
    form: { [field]: link, password: "Crane-Lamp-42-Otter", again: "Crane-Lamp-42-Otter" },
  });
  const anew = await api.signIn("root");
  expect(anew.status).toBe(200);
  expect(await letIn(api, { accessToken: String(anew.json.access_token) })).toEqual({ accessToken: true });
  await api.close();
  const all = { accessToken, refreshToken: refreshed.status === 200, link: chosen.status === 200 };
  return Object.entries(all).flatMap(([name, isIn]) => (isIn ? [name] : []));
}

test("after a restore everybody signs in anew: nothing that was ended or used after the backup lets anybody in", async () => {
  const restored = await restore(backup, clock);
  expect(restored.noted).toMatchObject({ sessions: 1 });
  expect(await tried(restored)).toEqual([]);
});

test("the same is found to let people in where a database was put back without a word", async () => {
  expect(await tried(await putBackSilently(backup, clock))).toEqual(["accessToken", "refreshToken", "link"]);
});
