import { Label, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";

import { checkoutQuery } from "../../api/checkouts.ts";
import type { Checkout } from "../../api/model.ts";
import { Countdown } from "../../components/countdown.tsx";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { PartCard } from "../../components/part-card.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { CheckoutActions } from "./checkout-actions.tsx";
import { CheckoutState } from "./checkout-state.tsx";
import { accountOf } from "./checkout-words.ts";

/** Page of a check-out: holder, account, end and reason, its disclosures, and its actions. */
export function CheckoutPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(checkoutQuery(key));
  const checkout = present(read);
  const name = checkout === undefined ? say("checkout.title") : accountOf(checkout, say);
  return (
    <PageSection>
      <EntityHeader
        name={name}
        list={{ path: paths.checkoutHistory, title: "checkouts.history" }}
        {...(checkout !== undefined && {
          labels: (
            <>
              <CheckoutState status={checkout.status} />{" "}
              {checkout.breakGlass ? (
                <Label isCompact status="danger">
                  {say("checkout.emergency")}
                </Label>
              ) : null}
            </>
          ),
          actions: <CheckoutActions checkout={checkout} />,
        })}
      />
      <EntityStanding entity={read} unreadable={say("checkout.unreadable")} gone={say("checkout.gone")} />
      {checkout === undefined ? null : <Whole checkout={checkout} />}
    </PageSection>
  );
}

const momentOf = (at: string | null) => (at === null ? null : <Moment at={at} />);

function Whole({ checkout }: { readonly checkout: Checkout }) {
  const say = useText();
  const { status, expiresAt, requestKey, endReason, awaitsChange, changedAt, breakGlass, review } = checkout;
  const isOut = status === "checkedOut" && expiresAt !== null;
  const facts = [
    { term: say("checkout.person"), value: <PersonName person={checkout.user} /> },
    { term: say("checkout.reason"), value: checkout.reason },
    { term: say("checkout.ticket"), value: checkout.ticket },
    { term: say("checkout.minutes"), value: checkout.minutes },
    { term: say("checkout.requested"), value: <Moment at={checkout.requestedAt} /> },
    {
      term: say("checkout.request"),
      value: requestKey === null ? null : <Link to={paths.request(requestKey)}>{say("checkout.request")}</Link>,
    },
    { term: say("checkout.start"), value: momentOf(checkout.startAt) },
    { term: say("checkout.out"), value: momentOf(checkout.checkedOutAt) },
    {
      term: say("checkout.ends"),
      value: isOut ? (
        <>
          <Moment at={expiresAt} />, <Countdown until={expiresAt} />
        </>
      ) : (
        momentOf(expiresAt)
      ),
    },
    { term: say("checkout.extensions"), value: checkout.extensions },
    { term: say("checkout.ended"), value: momentOf(checkout.endedAt) },
    { term: say("checkout.endReason"), value: endReason },
    {
      term: say("checkout.changed"),
      value: changedAt === null && awaitsChange ? say("checkout.notChanged") : momentOf(changedAt),
    },
    ...(breakGlass ? [{ term: say("checkout.review"), value: review }] : []),
  ];
  return (
    <>
      {breakGlass && checkout.endedAt !== null && checkout.reviewedAt === null ? (
        <Notice kind="warning" title={say("checkout.toReview")} />
      ) : null}
      <div className="gatehouse-columns">
        <Facts facts={facts} />
        <Disclosures checkout={checkout} />
      </div>
    </>
  );
}

function Disclosures({ checkout: { disclosures = [] } }: { readonly checkout: Checkout }) {
  const say = useText();
  return (
    <PartCard
      title={say("disclosures.title")}
      rows={{ data: { value: disclosures }, error: null }}
      empty={say("disclosures.none")}
    >
      {(rows) => (
        <ul className="gatehouse-plain-list">
          {rows.map(({ key, plugin, module, createdAt, usedAt, heldAt, address, attendedByKey }) => (
            <li key={key}>
              <Moment at={usedAt ?? createdAt} />{" "}
              {say("disclosures.by", { way: plugin, door: module, address: address ?? "–" })}{" "}
              {usedAt === null ? say("disclosures.unused") : null}{" "}
              {attendedByKey === null ? null : say("disclosures.attended")}{" "}
              {heldAt === null ? null : (
                <>
                  {say("disclosures.heldAt")} <Moment at={heldAt} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </PartCard>
  );
}
