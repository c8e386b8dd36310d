/** The project couldn't be reached, or the connection broke before it responded. */
export const badGateway = (path: string) =>
  refuse(path, 502, 'Bad gateway', 'The project behind this server could not be reached.');

/** The project took too long to start responding. */
export const gatewayTimeout = (path: string) =>
  refuse(path, 504, 'Gateway timeout', 'The project behind this server did not answer in time.');

/** Uses the error format of the API that the path belongs to. */
function refuse(path: string, status: 502 | 504, error: string, message: string): Response {
  return Response.json(bodyOf(path, status, error, message), {
    status,
    headers: {
      'retry-after': '5',
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    },
  });
}

function bodyOf(path: string, status: number, error: string, message: string): object {
  if (path.startsWith('/auth/')) {
    return { code: status, error_code: error.toLowerCase().replace(' ', '_'), msg: message };
  }
  if (path.startsWith('/storage/')) return { statusCode: String(status), error, message };
  return { code: 'PGRST000', message, details: null, hint: null };
}
