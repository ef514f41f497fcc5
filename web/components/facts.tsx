import {
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from "@patternfly/react-core";
import type { ReactNode } from "react";

import { useText } from "../messages/text.ts";
import { termWidth } from "./term-width.ts";

/** A property of an object. */
export interface Fact {
  readonly term: string;
  /** Null, undefined and an empty text are shown as not set. */
  readonly value: ReactNode;
}

/** Properties of an object as a list of terms and values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const say = useText();
  return (
    <DescriptionList isCompact isHorizontal horizontalTermWidthModifier={termWidth}>
      {facts.map(({ term, value }) => (
        <DescriptionListGroup key={term}>
          <DescriptionListTerm>{term}</DescriptionListTerm>
          <DescriptionListDescription className="gatehouse-value">
            {value === null || value === undefined || value === "" ? say("value.none") : value}
          </DescriptionListDescription>
        </DescriptionListGroup>
      ))}
    </DescriptionList>
  );
}

/** Values by the names of their attributes; several values of one attribute stand together. */
export function AttributeFacts({
  attributes,
}: {
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
}) {
  const names = [...new Set(attributes.map(({ name }) => name))];
  const facts = names.map((name) => ({
    term: name,
    value: attributes
      .filter((attribute) => attribute.name === name)
      .map(({ value }) => value)
      .join("\n"),
  }));
  return <Facts facts={facts} />;
}
