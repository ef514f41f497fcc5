import "#test/support/without-styles.ts";
import { createElement } from "react";
import { expect, test } from "vitest";

import type { Request, Ticket } from "../../api/model.ts";
import { ticketsQuery } from "../../api/requests.ts";
import { rendered } from "../../layout/rendered.fixture.ts";
import { Tickets } from "./tickets.tsx";

const request = { key: "r1", finishedAt: null } as Request;
const ticket = {
  key: "t1",
  ticketSystemId: "DESK",
  ticketId: "T-7",
  address: "https://desk.example/T-7",
  state: "open",
  outcome: null,
  outcomeText: null,
  lastError: null,
  lastTriedAt: null,
} as Ticket;
const page = (...value: readonly Ticket[]) =>
  rendered(createElement(Tickets, { request }), { known: [[ticketsQuery(request).queryKey, { value }]] });

test("a request without tickets shows nothing of them", () => {
  expect(page()).toBe("");
});

test("a ticket leads to its system, and shows its state in words", () => {
  const shown = page(ticket);
  expect(shown).toContain('<a href="https://desk.example/T-7" target="_blank" rel="noopener noreferrer">T-7</a>');
  expect(shown).toMatch(/gatehouse-state-custom.*Open</);
});

test("a ticket that its system has closed shows its outcome; one that could not be opened the reason", () => {
  const closed = { ...ticket, address: null, state: "closed", outcome: "rejected", outcomeText: "no budget" } as const;
  const failed = { ...ticket, ticketId: null, address: null, state: "failed", lastError: "it took too long" } as const;
  expect(page(closed)).toContain("Rejected <q>no budget</q>");
  expect(page(closed)).not.toContain("<a ");
  expect(page(failed)).toMatch(/Failed.*Last attempt failed : <q>it took too long<\/q>/);
});
