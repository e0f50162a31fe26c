// Who acts. An agent sees one seat's observation and writes one seat's action; it may be told its pay.
export {};
