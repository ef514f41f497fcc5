import { expect, test } from "vitest";

import { CliError } from "../cli-error.ts";
import { createDraft } from "./mass-reset-draft.ts";

const key = "01890000-0000-7000-8000-000000000001";
const faulty = new CliError("line 1002: no user has the id 'nobody'");

/** Makes a REST API that refuses the choice of `nobody`, and keeps the calls. */
function api(deletes = true) {
  const calls: string[] = [];
  return {
    calls,
    post: <T>(path: string, body?: unknown) => {
      calls.push(`POST ${path.replace(key, "KEY")} ${JSON.stringify(body)}`);
      if (JSON.stringify(body).includes("nobody")) return Promise.reject(faulty);
      return Promise.resolve({ status: 201, location: null, body: { key } as T });
    },
    remove: (path: string) => {
      calls.push(`DELETE ${path.replace(key, "KEY")}`);
      return deletes ? Promise.resolve() : Promise.reject(new CliError("the service is busy"));
    },
  };
}

test("a draft is created by the first part of a file and gets the others", async () => {
  const rest = api();
  await createDraft(rest, { reason: "a breach" }, [{ file: "user\nada" }, { file: "user\nbob" }]);
  expect(rest.calls).toEqual([
    'POST /v2/massResets {"reason":"a breach","file":"user\\nada"}',
    'POST /v2/massResets(KEY)/choose {"file":"user\\nbob"}',
  ]);
});

test("a draft of which a later part is refused is deleted again, and the fault is told", async () => {
  const rest = api();
  const created = createDraft(rest, {}, [{ file: "user\nada" }, { file: "user\nnobody" }, { file: "user\nbob" }]);
  await expect(created).rejects.toBe(faulty);
  expect(rest.calls).toHaveLength(3);
  expect(rest.calls.at(-1)).toBe("DELETE /v2/massResets(KEY)");
});

test("a draft that cannot be deleted is named, with the fault", async () => {
  const created = createDraft(api(false), {}, [{ file: "user\nada" }, { file: "user\nnobody" }]);
  await expect(created).rejects.toThrow(/^line 1002: .* gatehouse mass-reset delete 0189/);
});
