import { Button } from "@patternfly/react-core";
import { useMemo, useState } from "react";

import type { RoleSuggestion } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { type Say, useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { DraftDialog } from "./draft-dialog.tsx";

/** Table of the roles that an analysis suggests; each can be drafted once. */
export function Suggestions({ analysisKey }: { readonly analysisKey: string }) {
  const say = useText();
  const may = useMay();
  const [opened, setOpened] = useState<RoleSuggestion>();
  const mayDraft = may("rolesuggestions_post_draft");
  const source = useMemo(
    () => sourceOf(say, analysisKey, mayDraft ? setOpened : undefined),
    [say, analysisKey, mayDraft],
  );
  return (
    <>
      <ResourceTable source={source} />
      {opened === undefined ? null : <DraftDialog suggestion={opened} close={() => setOpened(undefined)} />}
    </>
  );
}

function entitlementWords(say: Say, { entitlements }: RoleSuggestion): string {
  const groups = entitlements.filter(({ kind }) => kind === "membership").length;
  return say("suggestion.gives", { accounts: entitlements.length - groups, groups });
}

function sourceOf(
  say: Say,
  analysisKey: string,
  draft: ((suggestion: RoleSuggestion) => void) | undefined,
): TableSource<RoleSuggestion> {
  return {
    name: "roleSuggestions",
    title: "suggestions.title",
    path: pathOf("analyses()/suggestions", analysisKey),
    empty: "suggestions.empty",
    keyProperty: "key",
    usualOrder: "sequence",
    isSearched: false,
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "sequence",
        title: "suggestion.sequence",
        sortBy: "sequence",
        cell: ({ sequence }) => sequence,
        text: ({ sequence }) => String(sequence),
      },
      {
        name: "department",
        title: "suggestion.department",
        cell: ({ department }) => department,
        text: ({ department }) => department ?? "",
      },
      {
        name: "gives",
        title: "suggestion.entitlements",
        cell: (suggestion) => entitlementWords(say, suggestion),
        text: (suggestion) => entitlementWords(say, suggestion),
      },
      {
        name: "people",
        title: "suggestion.people",
        cell: ({ people }) => people,
        text: ({ people }) => String(people),
      },
      {
        name: "gainers",
        title: "suggestion.gainers",
        cell: ({ gainers }) => gainers,
        text: ({ gainers }) => String(gainers),
      },
      {
        name: "grantsReplaced",
        title: "suggestion.grantsReplaced",
        cell: ({ grantsReplaced }) => grantsReplaced,
        text: ({ grantsReplaced }) => String(grantsReplaced),
      },
      {
        name: "draft",
        title: "suggestion.role",
        cell: (suggestion) => (
          <DraftCell suggestion={suggestion} {...(draft !== undefined && { draft: () => draft(suggestion) })} />
        ),
      },
    ],
  };
}

interface DraftCellProps {
  readonly suggestion: RoleSuggestion;
  draft?(): void;
}

function DraftCell({ suggestion: { roleKey, sequence }, draft }: DraftCellProps) {
  const say = useText();
  if (roleKey !== null) return <>{say("suggestion.drafted")}</>;
  if (draft === undefined) return null;
  return (
    <Button variant="link" isInline onClick={draft} aria-label={say("suggestion.draftOf", { sequence })}>
      {say("suggestion.draft")}
    </Button>
  );
}
