import { expect, it } from "vitest";

import { searchWithoutPanel, changedView, parametersOf, parametersWith, viewOf } from "./table-view.ts";

const usual = { search: "", filters: {}, sort: undefined, page: 1, size: 20 };
const viewIn = (query: string) => viewOf(new URLSearchParams(query));

it("is the usual one where the address says nothing, or nothing that fits", () => {
  for (const query of ["", "page=0", "page=-3", "page=x", "size=7", "size=x", "sort=", "q=", "status="])
    expect(viewIn(query)).toEqual(usual);
  expect(viewIn("page=2.7").page).toBe(2);
});

it("comes back from the address as it was put there", () => {
  const views = [
    usual,
    { ...usual, search: "a & b=c", page: 3, size: 100 },
    { ...usual, filters: { status: "W", active: "yes" }, sort: { by: "created", descending: true } },
    { ...usual, sort: { by: "number", descending: false } },
  ];
  for (const view of views) expect(viewIn(parametersOf(view).toString())).toEqual(view);
  expect(parametersOf(usual).toString()).toBe("");
});

it("is changed in what is named alone, and begins at its first page again", () => {
  const view = { ...usual, search: "a", filters: { status: "W", active: "yes" }, page: 3 };
  expect(changedView(view, { size: 50 })).toEqual({ ...view, page: 1, size: 50 });
  expect(changedView(view, { filters: { status: "D" } }).filters).toEqual({ status: "D", active: "yes" });
  expect(parametersOf(changedView(view, { filters: { status: "" } })).toString()).toBe("q=a&active=yes");
  expect(changedView(view, { search: "", filters: null })).toEqual(usual);
  expect(changedView(view, { page: 4 }).page).toBe(4);
});

it("knows nothing of the row that is open beside the list, which stays in the address when it changes", () => {
  expect(viewIn("q=a&open=7")).toEqual({ ...usual, search: "a" });
  const view = parametersOf({ ...usual, search: "a" });
  expect(searchWithoutPanel(view, "7").toString()).toBe("q=a&open=7");
  expect(searchWithoutPanel(view, null).toString()).toBe("q=a");
});

it("of several lists on one page stand side by side, each under its prefix", () => {
  const address = new URLSearchParams("members.page=2&assignments.because=named&q=a&open=7&memberships.page=9");
  expect(viewOf(address, "members")).toEqual({ ...usual, page: 2 });
  expect(viewOf(address, "assignments")).toEqual({ ...usual, filters: { because: "named" } });
  expect(viewOf(address)).toEqual({ ...usual, search: "a" });
  const members = { ...usual, sort: { by: "from", descending: true } };
  const changed = parametersWith(address, members, "members");
  expect(changed.toString()).toBe("members.sort=-from&assignments.because=named&q=a&open=7&memberships.page=9");
  expect(viewOf(changed, "assignments")).toEqual(viewOf(address, "assignments"));
  expect(parametersWith(address, usual, "").toString()).toBe(
    "members.page=2&assignments.because=named&open=7&memberships.page=9",
  );
});
