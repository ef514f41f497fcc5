import { Button, Label } from "@patternfly/react-core";
import { Link } from "react-router";

import { type RequestableType, requestableTypes } from "#domain/requests/requestable.ts";

import type { CatalogueItem } from "../../api/model.ts";
import { literal } from "../../api/odata.ts";
import { pathOf } from "../../api/path.ts";
import { isKey } from "../../api/person-names.ts";
import { PersonName } from "../../components/person-name.tsx";
import type { Say } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import type { TableColumn, TableFilter, TableSource } from "../../table/table-column.ts";
import { targetFilter } from "../../table/target-filter.ts";
import { valueChoices } from "../../table/value-choices.ts";

/** Opens the edit of an item by its key. */
type Edit = (key: string) => void;

/** Returns the list of the items of the catalog. `edit` is undefined for readers who may not change them. */
export function catalogueSource(
  say: Say,
  targets: Parameters<typeof targetFilter>[0],
  edit: Edit | undefined,
): TableSource<CatalogueItem> {
  return {
    name: "catalogue",
    title: "catalogue.title",
    path: pathOf("catalogueItems"),
    empty: "catalogue.empty",
    // The set is ordered by names alone; the service adds the keys.
    keyProperty: "name",
    usualOrder: "name",
    select:
      "key,resourceType,targetSystemKey,name,description,requestable,fulfilment,ownerKey,owner,risk,tags,longestHours,formFields",
    keyOf: ({ key }) => key,
    columns: [...itemColumns(say, edit), ...detailColumns(say)],
    filters: [
      {
        name: "type",
        title: "declared.catalogueItems.resourceType",
        choices: valueChoices(
          "resourceType",
          requestableTypes,
          (type) => `declared.catalogueItems.resourceType.${type}`,
        ),
      },
      targetFilter(targets),
      riskFilter,
      {
        name: "owner",
        title: "declared.catalogueItems.owner",
        enters: "person",
        where: (key) => (isKey(key) ? `ownerKey eq ${key}` : undefined),
      },
      {
        name: "tag",
        title: "catalogue.tag",
        enters: "text",
        where: (tag) => (tag.trim() === "" ? undefined : `contains(tagsText,${literal(`,${tag.trim()},`)})`),
      },
      requestableFilter,
    ],
  };
}

const isRequestable = (type: string): type is RequestableType => requestableTypes.some((known) => known === type);

function itemColumns(say: Say, edit: Edit | undefined): readonly TableColumn<CatalogueItem>[] {
  const typeOf = ({ resourceType }: CatalogueItem) =>
    isRequestable(resourceType) ? say(`declared.catalogueItems.resourceType.${resourceType}`) : resourceType;
  return [
    {
      name: "name",
      title: "declared.catalogueItems.name",
      sortBy: "name",
      cell: ({ key, name }) =>
        edit === undefined ? (
          name
        ) : (
          <Button variant="link" isInline aria-label={say("catalogue.editOf", { name })} onClick={() => edit(key)}>
            {name}
          </Button>
        ),
      text: ({ name }) => name,
    },
    {
      name: "description",
      title: "declared.catalogueItems.description",
      cell: ({ description }) => description,
      text: ({ description }) => description,
    },
    { name: "type", title: "declared.catalogueItems.resourceType", cell: typeOf, text: typeOf },
    {
      name: "target",
      title: "declared.catalogueItems.targetSystemKey",
      cell: ({ targetSystemKey }) => targetSystemKey,
      text: ({ targetSystemKey }) => targetSystemKey ?? "",
    },
    {
      name: "requestable",
      title: "declared.catalogueItems.requestable",
      isHidden: true,
      cell: ({ requestable }) => say(`value.${requestable}`),
      text: ({ requestable }) => say(`value.${requestable}`),
    },
    {
      name: "fulfilment",
      title: "declared.catalogueItems.fulfilment",
      isHidden: true,
      // It is set where the target system or the group is.
      cell: (item) => (
        <Link to={performersOf(item)}>{say(`declared.catalogueItems.fulfilment.${item.fulfilment}`)}</Link>
      ),
      text: ({ fulfilment }) => say(`declared.catalogueItems.fulfilment.${fulfilment}`),
    },
    // A file of the list has the keys by which it is filled in and imported again.
    {
      name: "key",
      title: "declared.catalogueItems.key",
      isHidden: true,
      cell: ({ key }) => key,
      text: ({ key }) => key,
    },
  ];
}

/** Returns the address of the page that says who performs operations about an item. */
function performersOf({ resourceType, key }: CatalogueItem): string {
  return resourceType === "managedGroup" ? paths.groupImplementers(key) : paths.target(key, "implementers");
}

function detailColumns(say: Say): readonly TableColumn<CatalogueItem>[] {
  return [
    {
      name: "owner",
      title: "declared.catalogueItems.owner",
      cell: ({ ownerKey, owner }) => (ownerKey === null ? null : <PersonName person={owner} />),
      text: ({ owner }) => owner?.id ?? "",
    },
    {
      name: "risk",
      title: "declared.catalogueItems.risk",
      cell: ({ risk }) => risk,
      text: ({ risk }) => String(risk ?? ""),
    },
    {
      name: "tags",
      title: "declared.catalogueItems.tags",
      cell: ({ tags }) =>
        tags.map((tag) => (
          <Label key={tag} isCompact variant="outline">
            {tag}
          </Label>
        )),
      text: ({ tags }) => tags.join(" "),
    },
    {
      name: "longestHours",
      title: "declared.catalogueItems.longestHours",
      cell: ({ longestHours }) => (longestHours === null ? null : say("catalogue.hours", { hours: longestHours })),
      text: ({ longestHours }) => String(longestHours ?? ""),
    },
    {
      name: "form",
      title: "declared.catalogueItems.formFields",
      cell: ({ formFields }) => formFields.map(({ label }) => label).join(", "),
      text: ({ formFields }) => formFields.map(({ name }) => name).join(" "),
    },
  ];
}

const riskFilter: TableFilter = {
  name: "risk",
  title: "declared.catalogueItems.risk",
  choices: [
    { value: "high", text: "catalogue.risk.high", where: "risk ge 67" },
    { value: "middle", text: "catalogue.risk.middle", where: "risk ge 34 and risk lt 67" },
    { value: "low", text: "catalogue.risk.low", where: "risk lt 34" },
    { value: "none", text: "catalogue.risk.none", where: "risk eq null" },
  ],
};

const requestableFilter: TableFilter = {
  name: "requestable",
  title: "declared.catalogueItems.requestable",
  choices: [
    { value: "yes", text: "value.true", where: "requestable eq true" },
    { value: "no", text: "value.false", where: "requestable eq false" },
  ],
};
