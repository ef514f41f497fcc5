import { ExpandableSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { DiscoveredObject, Operation } from "../../api/model.ts";
import { discoveredObjectsQuery } from "../../api/operations.ts";
import { type TextKey, useText } from "../../messages/text.ts";

type Change = DiscoveredObject["change"];

interface NamedObjectsProps {
  /** Title of the list, with the number of objects. */
  readonly title: TextKey;
  readonly objects: readonly DiscoveredObject[];
  /** Number of all objects, including those without a name here. */
  readonly count: number;
}

/** Names of objects, and the number of further ones. */
export function NamedObjects({ title, objects, count }: NamedObjectsProps) {
  const say = useText();
  return (
    <>
      {/* Who has no mouse moves through a long list by its focus. */}
      <ul className="gatehouse-scrolled" aria-label={say(title, { count })} tabIndex={0}>
        {objects.map(({ type, name }) => (
          <li key={`${type} ${name}`}>{type === "group" ? say("discovery.group", { name }) : name}</li>
        ))}
      </ul>
      {objects.length < count ? <p>{say("discovery.andMore", { count: count - objects.length })}</p> : null}
    </>
  );
}

/** Objects that a discovery has added, changed and removed; if it was not loaded, those that it would have removed. */
export function DiscoveredObjects({ operation }: { readonly operation: Operation }) {
  const { data: objects = [] } = useQuery(discoveredObjectsQuery(operation));
  const { discovery, status } = operation;
  if (discovery === null) return null;
  const { loaded, phase, removals } = discovery;
  const isLoaded = phase === "associating" || status === "succeeded";
  const parts: readonly (readonly [Change, TextKey, number])[] = isLoaded
    ? [
        ["added", "discovery.named.added", loaded.added],
        ["changed", "discovery.named.changed", loaded.changed],
        ["removed", "discovery.named.removed", loaded.removed],
      ]
    : [["removed", "discovery.named.wouldGo", removals]];
  return parts.map(([change, title, count]) => {
    const named = objects.filter((one) => one.change === change);
    return named.length === 0 ? null : <Section key={change} title={title} count={count} objects={named} />;
  });
}

function Section(named: NamedObjectsProps) {
  const say = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <ExpandableSection
      toggleText={say(named.title, { count: named.count })}
      isExpanded={isOpen}
      onToggle={(_event, isExpanded) => setOpen(isExpanded)}
    >
      <NamedObjects {...named} />
    </ExpandableSection>
  );
}
