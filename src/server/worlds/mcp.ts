// A session's tools over MCP: JSON-RPC requests and responses.

import { isMap } from "../../core/checked.ts";
import { messageOf, UserError } from "../../core/errors.ts";
import type { WorldSession } from "./world-session.ts";

/** JSON-RPC's error codes, and the code of a server without capacity. */
export const RPC = {
  invalidRequest: -32600,
  noMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  full: -32000,
} as const;

export interface RpcRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export const rpcResult = (id: unknown, result: unknown) => ({ jsonrpc: "2.0", id, result });

export const rpcError = (id: unknown, code: number, message: string) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});

/** Parses a request; for an invalid one, returns the error response. */
export function rpcRequest(given: unknown): RpcRequest | ReturnType<typeof rpcError> {
  if (!isMap(given) || typeof given.method !== "string")
    return rpcError(
      isMap(given) ? (given.id ?? null) : null,
      RPC.invalidRequest,
      "a request has jsonrpc, id and method",
    );
  const { id = null, method, params = {} } = given;
  if (!isMap(params)) return rpcError(id, RPC.invalidParams, "params is no object");
  return { id, method, params };
}

export async function toolAnswer(session: WorldSession, { id, method, params }: RpcRequest): Promise<object> {
  if (method === "tools/list") return rpcResult(id, { tools: await session.tools() });
  if (method !== "tools/call") return rpcError(id, RPC.noMethod, `there is no method ${JSON.stringify(method)}`);
  if (typeof params.name !== "string") return rpcError(id, RPC.invalidParams, "tools/call needs the tool's name");
  try {
    const data = await session.call(params.name, params.arguments ?? {});
    const text = typeof data === "string" ? data : JSON.stringify(data);
    return rpcResult(id, { content: [{ type: "text", text }], data, isError: false });
  } catch (error) {
    if (error instanceof UserError) return rpcError(id, RPC.invalidParams, error.message);
    return rpcError(id, RPC.internal, messageOf(error));
  }
}
