import { expect, test } from "vitest";

import { addressLines } from "./address-lines.ts";

test("the start names the documents, the next step, and the address for people where it is set", () => {
  const settings = { publicAddress: "https://iam.example", dataFolder: "/srv/gatehouse" };
  const text = addressLines(settings, "http://127.0.0.1:8080").join("\n");
  expect(text).toContain("Documents  http://127.0.0.1:8080/docs");
  expect(text).toMatch(/Next: .*README\.md.*docs\/connectors\.md/);
  expect(text).toContain("For people https://iam.example (PUBLIC_ADDRESS)");
  expect(addressLines({ ...settings, publicAddress: null }, "http://x").join("\n")).not.toContain("PUBLIC_ADDRESS");
});
