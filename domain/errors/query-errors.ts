import { errorDefinitions } from "./error-definition.ts";

/** Errors of queries. */
export const queryErrors = errorDefinitions({
  invalid: {
    QUERY_OPTION_UNKNOWN: "This query option is not known. Leave it out, or correct its name.",
    QUERY_OPTION_INVALID: "The value of this query option does not fit its rule.",
    PROPERTY_UNKNOWN: "The type has no such property. Correct its name; upper and lower case count.",
    FUNCTION_UNKNOWN: "There is no such function. Correct its name.",
    TYPES_INCOMPATIBLE: "Values of these types do not go together. Compare and combine values of one type.",
    LITERAL_INVALID: "This value does not fit the type that it is compared with.",
    FILTER_NOT_ALLOWED: "This property is not kept in a way that can be filtered. Leave it out of the expression.",
    FILTER_TOO_LARGE:
      "An expression may have at most 100 operators, functions, names and values. Ask for less at once.",
    FILTER_TOO_DEEP:
      "An expression nests too many levels of functions, or of any, all and $count. Ask for less at once.",
    ORDER_BY_NOT_ALLOWED:
      "The entities cannot be ordered by this property. The message lists those that they can be ordered by.",
    ORDER_BY_TOO_LONG: "An order may have at most 5 clauses. Leave some out.",
    EXPAND_TOO_DEEP: "Expansions may go at most 5 levels deep. Ask for deeper entities by an address of their own.",
    EXPAND_NOT_ALLOWED: "This navigation cannot be expanded. Read it by its own address.",
    READ_TOO_LONG:
      "The read took longer than 10 seconds and was ended. Ask for less: filter by a key, a name or a time, leave out functions over all rows, or take smaller pages.",
  },
  tooMany: {
    READS_TOO_MANY:
      "Too many long reads of yours are waiting. Ask for one after the other, and call again as Retry-After says.",
  },
  unavailable: {
    READS_BUSY: "Too many long reads are waiting. Ask for less at once, or call again as Retry-After says.",
  },
  notSupported: {
    QUERY_OPTION_NOT_SUPPORTED: "This query option is known but not supported here. Leave it out.",
  },
});
