import { z } from "zod";

import { pluginHubCallMs } from "#domain/plugin-limits.ts";
import { ticketAddressMaxCharacters, ticketIdMaxCharacters } from "#domain/ticket-limits.ts";

import type { PluginKindDefinition } from "../kind-definition.ts";
import { name, user } from "../schemas.ts";
import { ada, bob } from "./sample-request.ts";

const operation = z.strictObject({
  code: name,
  title: z.string(),
  targetSystemKey: name,
  object: z.string().nullable().optional(),
});

const opened = {
  act: "open",
  id: "5f0c1f34-7d3c-4a8e-9a53-0c9f6a3b1d11",
  ticket: { key: "8d8f6f0a-1a53-4f5e-8d1f-6a6f3a1c2b77", id: null },
  request: {
    key: "0d7c0f4e-0000-4000-8000-000000000001",
    number: "20300131-7",
    status: "Performing",
    address: "https://portal.example/requests/0d7c0f4e-0000-4000-8000-000000000001",
    operations: [{ code: "GRUA", title: "add to group", targetSystemKey: "HR" }],
  },
  text: "Request 20300131-7: Performing",
  callback: "https://iam.example/tickets/callback/DESK",
} as const;

/** The kind that opens, comments and closes tickets. */
export const ticketSystem: PluginKindDefinition<"ticketSystem"> = {
  title: "Opens a ticket for a request, comments on it and closes it.",
  askedBy: "the ticket systems that name it, for requests on target systems with the option `ticketSystem`",
  request: z.strictObject({
    act: z.enum(["open", "comment", "close"]),
    id: name,
    ticket: z.strictObject({ key: name, id: name.nullable() }),
    request: z.strictObject({
      key: name,
      number: name,
      status: name,
      address: z.string().nullable(),
      operations: z.array(operation),
      requester: user.optional(),
      recipient: user.optional(),
      reason: z.string().nullable().optional(),
    }),
    text: z.string(),
    callback: z.string(),
  }),
  patch: z.strictObject({
    id: z.string().min(1, "is empty").max(ticketIdMaxCharacters),
    address: z
      .url({ protocol: /^https?$/, error: "must be an http:// or https:// address" })
      .max(ticketAddressMaxCharacters)
      .optional(),
  }),
  unfit: ({ id }, { ticket }) =>
    ticket.id === null || ticket.id === id ? undefined : "id: it is another ticket than the one that was opened",
  services: ["targetSystem"],
  withinMs: pluginHubCallMs,
  secrets: false,
  builtIns: [],
  samples: [
    { about: "a ticket to open", request: opened },
    {
      about: "a comment, with the people of the request",
      request: {
        ...opened,
        act: "comment",
        ticket: { ...opened.ticket, id: "T-1" },
        request: { ...opened.request, requester: ada, recipient: bob, reason: "new colleague" },
      },
    },
  ],
};
