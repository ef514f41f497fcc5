import type { ComponentProps } from "react";
import { Link } from "react-router";

import { PersonName } from "../../components/person-name.tsx";
import type { TextKey } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import type { TableColumn } from "../../table/table-column.ts";

/** Row about a person, with their names as far as the reader may know them. */
interface RowOfPerson extends Partial<ComponentProps<typeof PersonName>> {
  readonly userKey: string;
}

/** Returns the name by which people know the person of a row; the key stands for an unknown one. */
export const nameOfPerson = ({ person, userKey }: RowOfPerson): string => person?.displayName ?? person?.id ?? userKey;

/** Returns the ID of the person of a row, which exports have; the key stands for an unknown one. */
const idOfPerson = ({ person, userKey }: RowOfPerson): string => person?.id ?? userKey;

/** Returns the column of the person of a row, whose name leads to their page. */
export function personColumn<Row extends RowOfPerson>(
  title: TextKey,
  text: (row: Row) => string = idOfPerson,
): TableColumn<Row> {
  return {
    name: "person",
    title,
    cell: ({ userKey, person }) => (
      <Link to={paths.person(userKey)}>
        <PersonName person={person} />
      </Link>
    ),
    text,
  };
}
