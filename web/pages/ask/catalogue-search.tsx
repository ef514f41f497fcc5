import {
  Button,
  DataList,
  DataListAction,
  DataListCell,
  DataListItem,
  DataListItemCells,
  DataListItemRow,
  FormSelect,
  FormSelectOption,
  Label,
  TextInput,
} from "@patternfly/react-core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useNavigate } from "react-router";

import { requestableTypes, type RequestableType } from "#domain/requests/requestable.ts";

import { catalogueStandingQuery } from "../../api/catalogue-standing.ts";
import { catalogueQuery } from "../../api/catalogue.ts";
import { catalogueItems } from "../../api/declared/catalogue-items.ts";
import type { CatalogueItem } from "../../api/model.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { useDeclaredText } from "../../messages/declared-text.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import type { Recipient } from "./draft.ts";
import { firstCode } from "./first-code.ts";
import { ItemLabels, StandingLabels } from "./item-labels.tsx";

interface CatalogueSearchProps {
  readonly recipients: readonly Recipient[];
  /** Keys of the items that the request contains already. */
  readonly chosen: ReadonlySet<string>;
  /** Receives an item, and the operation that it is most likely wanted for. */
  choose(item: CatalogueItem, code: string): void;
}

/** A search in the catalog of requestable items by typed words. */
export function CatalogueSearch({ recipients, chosen, choose }: CatalogueSearchProps) {
  const say = useText();
  const sayDeclared = useDeclaredText();
  const typeOf = ({ resourceType }: CatalogueItem) =>
    sayDeclared(catalogueItems, "resourceType", `.${resourceType}`) ?? resourceType;
  const [typed, setTyped] = useState("");
  const [type, setType] = useState<RequestableType | "">("");
  const { data, error } = useQuery(catalogueQuery(useDeferredValue(typed), type === "" ? undefined : type));
  const items = data?.value ?? [];
  const keys = items.map(({ key }) => key);
  const standings = useQueries({ queries: recipients.map(({ key }) => catalogueStandingQuery(key, keys)) });
  const found = data?.["@odata.count"] ?? items.length;
  return (
    <>
      <TextInput
        type="search"
        aria-label={say("ask.search")}
        placeholder={say("ask.search")}
        value={typed}
        onChange={(_event, text) => setTyped(text)}
      />
      <TypeChoice type={type} change={setType} />
      {error === null ? null : <ErrorAlert error={error} />}
      <p role="status" className="gatehouse-small">
        {data === undefined ? "" : say("ask.found", { count: found, shown: found > items.length ? items.length : 0 })}
      </p>
      <DataList aria-label={say("ask.catalogue")} isCompact>
        {items.map((item) => (
          <DataListItem key={item.key} aria-labelledby={`item-${item.key}`}>
            <DataListItemRow>
              <DataListItemCells
                dataListCells={[
                  <DataListCell key="name">
                    <span id={`item-${item.key}`}>{item.description === "" ? item.name : item.description}</span>{" "}
                    <Label isCompact>{typeOf(item)}</Label>
                    {item.helpUrl === null ? null : (
                      <>
                        {" "}
                        <a href={item.helpUrl} target="_blank" rel="noopener noreferrer">
                          {say("declared.catalogueItems.helpUrl")}
                        </a>
                      </>
                    )}
                    <div className="gatehouse-small">{item.name}</div>
                    <ItemLabels item={item} />
                    {recipients.map((recipient, index) => (
                      <StandingLabels
                        key={recipient.key}
                        standing={standings[index]?.data?.get(item.key)}
                        name={recipient.name}
                        count={recipients.length}
                      />
                    ))}
                  </DataListCell>,
                ]}
              />
              <DataListAction
                aria-labelledby={`add-${item.key} item-${item.key}`}
                aria-label={say("action.add")}
                id={`actions-${item.key}`}
              >
                <ChooseButton
                  item={item}
                  isChosen={chosen.has(item.key)}
                  choose={() =>
                    choose(
                      item,
                      firstCode(
                        item,
                        standings.map(({ data: known }) => known?.get(item.key)),
                      ),
                    )
                  }
                />
              </DataListAction>
            </DataListItemRow>
          </DataListItem>
        ))}
      </DataList>
    </>
  );
}

interface TypeChoiceProps {
  /** Type of the shown items; empty for all. */
  readonly type: RequestableType | "";
  change(type: RequestableType | ""): void;
}

function TypeChoice({ type, change }: TypeChoiceProps) {
  const say = useText();
  return (
    <FormSelect
      aria-label={say("declared.catalogueItems.resourceType")}
      value={type}
      onChange={(_event, chosen) => change(chosen as RequestableType | "")}
    >
      <FormSelectOption value="" label={say("ask.everyType")} />
      {requestableTypes.map((one) => (
        <FormSelectOption key={one} value={one} label={say(`declared.catalogueItems.resourceType.${one}`)} />
      ))}
    </FormSelect>
  );
}

interface ChooseButtonProps {
  readonly item: CatalogueItem;
  readonly isChosen: boolean;
  choose(): void;
}

/** A button that adds an item to the request; a template is submitted on a page of its own. */
function ChooseButton({ item, isChosen, choose }: ChooseButtonProps) {
  const say = useText();
  const navigate = useNavigate();
  const name = item.description === "" ? item.name : item.description;
  const id = `add-${item.key}`;
  if (item.resourceType === "template")
    return (
      <Button
        id={id}
        variant="secondary"
        aria-label={say("ask.useTemplateOf", { name })}
        onClick={() => void navigate(paths.useTemplate(item.key))}
      >
        {say("ask.useTemplate")}
      </Button>
    );
  return (
    <Button
      id={id}
      variant="secondary"
      aria-label={say(isChosen ? "ask.addedItem" : "ask.addItem", { name })}
      isDisabled={isChosen}
      onClick={choose}
    >
      {say(isChosen ? "ask.added" : "action.add")}
    </Button>
  );
}
