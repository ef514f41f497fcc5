import { Card, CardBody, CardTitle } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import type { Request, Ticket } from "../../api/model.ts";
import { ticketsQuery } from "../../api/requests.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { StateLabel, type StateLook } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

const looks = { waiting: "info", open: "custom", closed: "success", failed: "danger" } as const satisfies Record<
  Ticket["state"],
  StateLook
>;

/** Tickets of a request in other systems; nothing if it has none. */
export function Tickets({ request }: { readonly request: Request }) {
  const say = useText();
  const { data, error } = useQuery(ticketsQuery(request));
  const tickets = data?.value ?? [];
  if (error === null && tickets.length === 0) return null;
  return (
    <Card>
      <CardTitle component="h2">{say("tickets.title")}</CardTitle>
      <CardBody>
        {error === null ? null : <ErrorAlert error={error} />}
        <ul className="gatehouse-plain-list">
          {tickets.map((ticket) => (
            <li key={ticket.key}>
              <OneTicket ticket={ticket} />
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

function OneTicket({ ticket }: { readonly ticket: Ticket }) {
  const say = useText();
  const { ticketSystemId, ticketId, address, state, outcome, outcomeText, lastError, lastTriedAt } = ticket;
  return (
    <>
      {ticketSystemId}{" "}
      {address === null ? (
        ticketId
      ) : (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {ticketId}
        </a>
      )}{" "}
      <StateLabel look={looks[state]}>{say(`tickets.state.${state}`)}</StateLabel>
      {outcome === null ? null : (
        <p>
          {say(`told.ticket.${outcome}`)} {outcomeText === null ? null : <q>{outcomeText}</q>}
        </p>
      )}
      {lastError === null ? null : (
        <p>
          {say("tickets.failed")} {lastTriedAt === null ? null : <Moment at={lastTriedAt} />}: <q>{lastError}</q>
        </p>
      )}
    </>
  );
}
