// @alone it measures how long each text takes
import { afterAll, beforeAll, expect, it } from "vitest";

import { openTestApi, type TestApi } from "../support/api.ts";
import { workedMs } from "../support/loop-time.ts";
import { foundOrganisation } from "../support/organisation.ts";
import { strangersTexts } from "../support/stranger-texts.ts";
import { testSize } from "../support/test-size.ts";
import { leastAsUsual } from "../support/usual-machine.ts";
import { worstTexts } from "../support/worst-texts.ts";

const boundMs = 50;
const tries = 5;
const seed = 20_261_122;
const numbers = testSize({ pairs: 1, mixtures: 1 }, { pairs: 60, mixtures: 20 });

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ settings: { trustedProxies: ["127.0.0.1"] } });
  await foundOrganisation(api.context, { people: [], targets: { T1: [] } });
  await api.tokenOf("root");
});
afterAll(() => api.close());

it.each(strangersTexts)("no text makes $name take longer than its length", async ({ call, ...grammar }) => {
  let worst = { ms: 0, text: "" };
  let texts = 0;
  for (const text of worstTexts(grammar, numbers, seed)) {
    texts += 1;
    const { method, path, call: sent } = call(text);
    // This thread is that of the API and, to a small part, of the client.
    const once = () =>
      workedMs(async () => {
        const { status } = await api.send(method, path, sent);
        expect([status, [500, 503].includes(status)]).toEqual([status, false]);
      });
    const ms = await leastAsUsual(boundMs, tries, once);
    if (ms > worst.ms) worst = { ms, text };
  }
  console.log(
    `${grammar.name}: ${texts} texts, the worst ${Math.round(worst.ms)} ms ${JSON.stringify(worst.text.slice(0, 150))}`,
  );
  expect(worst.ms, `${worst.text.slice(0, 300)} … ${worst.text.slice(-100)}`).toBeLessThanOrEqual(boundMs);
});
