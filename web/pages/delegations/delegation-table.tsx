import { Button, Label } from "@patternfly/react-core";
import { Link } from "react-router";

import { delegations } from "../../api/declared/delegations.ts";
import { type DelegationAction, delegationActions, delegationsPath } from "../../api/delegations.ts";
import type { Delegation } from "../../api/model.ts";
import { isOffered, withActions } from "../../api/offered.ts";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import type { TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";

/** A function that receives an action and the delegation that the user has selected. */
export type ChooseAction = (action: DelegationAction, delegation: Delegation) => void;

const nameOf = (person: Delegation["delegate"]) => person?.displayName ?? person?.id ?? "";

/** Returns the source of the list of delegations. */
export function delegationSource(choose: ChooseAction, say: Say): TableSource<Delegation> {
  return {
    name: "delegations",
    title: "delegations.title",
    path: delegationsPath,
    empty: "delegations.none",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "delegator",
        title: "declared.delegations.delegatorKey",
        cell: ({ delegator }) => <PersonName person={delegator} />,
        text: ({ delegator }) => nameOf(delegator),
      },
      {
        name: "delegate",
        title: "declared.delegations.delegateKey",
        cell: ({ delegate }) => <PersonName person={delegate} />,
        text: ({ delegate }) => nameOf(delegate),
      },
      {
        name: "requests",
        title: "declared.delegations.requestKey",
        cell: ({ requestKey }) => <Which requestKey={requestKey} />,
        text: ({ requestKey }) => requestKey ?? "",
      },
      {
        name: "begins",
        title: "declared.delegations.beginsAt",
        cell: ({ beginsAt }) => (beginsAt === null ? "–" : <Moment at={beginsAt} />),
        text: ({ beginsAt }) => beginsAt ?? "",
      },
      {
        name: "ends",
        title: "declared.delegations.endsAt",
        cell: ({ endsAt }) => (endsAt === null ? "–" : <Moment at={endsAt} />),
        text: ({ endsAt }) => endsAt ?? "",
      },
      {
        name: "reason",
        title: "declared.delegations.reason",
        cell: ({ reason }) => reason,
        text: ({ reason }) => reason,
      },
      {
        name: "state",
        title: "declared.delegations.state",
        cell: (delegation) => <State delegation={delegation} choose={choose} />,
        text: ({ state }) => say(`declared.delegations.state.${state}`),
      },
    ],
    filters: [
      {
        name: "state",
        title: "declared.delegations.state",
        choices: valueChoices(
          "state",
          delegations.properties.state.members,
          (state) => `declared.delegations.state.${state}`,
        ),
      },
    ],
    select: withActions(delegationActions),
    expand: "delegator,delegate",
    keyProperty: "key",
    usualOrder: "createdAt desc",
  };
}

function Which({ requestKey }: Pick<Delegation, "requestKey">) {
  const say = useText();
  if (requestKey === null) return say("delegation.all");
  return <Link to={paths.request(requestKey)}>{say("delegation.one")}</Link>;
}

function State({ delegation, choose }: { readonly delegation: Delegation; readonly choose: ChooseAction }) {
  const say = useText();
  const name = nameOf(delegation.delegator);
  return (
    <>
      <Label isCompact>{say(`declared.delegations.state.${delegation.state}`)}</Label>{" "}
      {delegationActions
        .filter((action) => isOffered(delegation, action))
        .map((action) => (
          <Button
            key={action}
            variant="link"
            isInline
            className="gatehouse-action"
            aria-label={say(`delegation.${action}Of`, { name })}
            onClick={() => choose(action, delegation)}
          >
            {say(`delegation.${action}`)}
          </Button>
        ))}
    </>
  );
}
