import { Label } from "@patternfly/react-core";

import type { CatalogueItem, CatalogueItemStanding } from "../../api/model.ts";
import { PersonName } from "../../components/person-name.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { useText } from "../../messages/text.ts";

/** Owner, risk, longest time and tags of an item; nothing of what is not set. */
export function ItemLabels({ item }: { readonly item: CatalogueItem }) {
  const say = useText();
  const { owner, risk, longestHours, tags } = item;
  return (
    <div className="gatehouse-small">
      {owner === null ? null : (
        <>
          {say("declared.catalogueItems.owner")}: <PersonName person={owner} />{" "}
        </>
      )}
      {risk === null ? null : <Label isCompact>{say("ask.risk", { risk })}</Label>}{" "}
      {longestHours === null ? null : <Label isCompact>{say("ask.longest", { hours: longestHours })}</Label>}{" "}
      {tags.map((tag) => (
        <Label key={tag} isCompact variant="outline">
          {tag}
        </Label>
      ))}
    </div>
  );
}

const heldTexts = { yes: "ask.held", indirectly: "ask.heldIndirectly", unknown: "ask.heldUnknown" } as const;

interface StandingLabelsProps {
  /** Standing of the recipient; undefined if it is not known. */
  readonly standing: CatalogueItemStanding | undefined;
  /** Name of the recipient. */
  readonly name: string;
  /** Number of the recipients; the name is left out if there is only one. */
  readonly count: number;
}

/** Labels that tell if a recipient has an item, and which request gives it to them. */
export function StandingLabels({ standing, name, count }: StandingLabelsProps) {
  const say = useText();
  if (standing === undefined) return null;
  const { held, requestNumber } = standing;
  return (
    <>
      {held === "no" ? null : <StateLabel look="info">{say(heldTexts[held], { count, name })}</StateLabel>}
      {requestNumber === null ? null : (
        <StateLabel look="warning">{say("ask.requested", { count, name, number: requestNumber })}</StateLabel>
      )}
    </>
  );
}
