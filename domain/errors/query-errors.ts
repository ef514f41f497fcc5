import { errorDefinitions } from "./error-definition.ts";

/** Errors of queries. */
export const queryErrors = errorDefinitions({
  invalid: {
    QUERY_OPTION_UNKNOWN: "Unknown query option. Check its name or remove it.",
    QUERY_OPTION_INVALID: "The value of this query option is invalid.",
    PROPERTY_UNKNOWN: "Unknown property. Property names are case-sensitive.",
    FUNCTION_UNKNOWN: "Unknown function. Check its name.",
    TYPES_INCOMPATIBLE: "Values of these types cannot be compared or combined. Use values of one type.",
    LITERAL_INVALID: "This value does not have the type that it is compared with.",
    FILTER_NOT_ALLOWED: "This property cannot be filtered. Remove it from the expression.",
    FILTER_TOO_LARGE: "An expression can have at most 100 operators, functions, names and values. Shorten it.",
    FILTER_TOO_DEEP: "The expression has too many nested functions, or levels of any, all and $count. Simplify it.",
    ORDER_BY_NOT_ALLOWED:
      "The entities cannot be sorted by this property. The message lists the properties that are allowed.",
    ORDER_BY_TOO_LONG: "An order can have at most 5 clauses. Remove some.",
    EXPAND_TOO_DEEP: "Expansions can be at most 5 levels deep. Read deeper entities by their own address.",
    EXPAND_NOT_ALLOWED: "This navigation cannot be expanded. Read it by its own address.",
    READ_TOO_LONG:
      "The read took longer than 10 seconds and was stopped. Filter by a key, a name or a time, avoid functions over all rows, or use smaller pages.",
  },
  tooMany: {
    READS_TOO_MANY:
      "Too many of your long reads are waiting. Send one after the other, and retry after the time in Retry-After.",
  },
  unavailable: {
    READS_BUSY: "Too many long reads are waiting. Read less at once, or retry after the time in Retry-After.",
  },
  notSupported: {
    QUERY_OPTION_NOT_SUPPORTED: "This query option is not supported here. Remove it.",
  },
});
