import { flag, guid, integer, longText, oneOf, text } from "#domain/resources/format/builders.ts";
import { importPeople, trialImport } from "#operations/users/import-people.ts";

import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";

const plannedPerson = structure("PlannedPerson", {
  line: integer().shown("The line of the file."),
  id: text().shown("The id of the person."),
  key: guid().shown("The key of the user, also of one who is not there yet."),
  does: oneOf(["add", "change", "leave"]).shown("Action on the user of the row."),
  changes: {
    type: { name: "PersonChanges", properties: {}, open: true },
    description: "Changed values by name; null for a value that is removed.",
  },
});

const rowFault = structure("RowFault", {
  line: integer().shown("The line of the file."),
  column: text().optional().shown("Column of the error; null for the whole row."),
  message: longText().shown("The rule, and the way out."),
});

const peopleImport = structure("PeopleImport", {
  written: flag().shown("True if the users were saved."),
  people: { type: plannedPerson, collection: true, description: "The rows that can be taken." },
  faults: { type: rowFault, collection: true, description: "Errors in the other rows." },
});

const peopleFile = longText().shown("The comma-separated values, with the names of the columns in the first line.");

/** Actions that import a file of people, and that do a dry run of the import. */
export const peopleImportActions = {
  trialImport: action(trialImport, { parameters: { text: peopleFile }, result: peopleImport }),
  import: action(importPeople, {
    parameters: {
      text: peopleFile,
      keepGoing: flag().optional().shown("True to import the valid rows even if others have errors; null for false."),
    },
    result: peopleImport,
  }),
};
