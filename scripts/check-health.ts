// For a container's health check: 0 while the process answers. Whether requests should be sent to it is
// what /readyz says; to end a process that waits for its database would not help.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`, {
  signal: AbortSignal.timeout(2_500),
}).catch(() => null);
process.exitCode = answer?.ok ? 0 : 1;

// Imports nothing, so as to be quick; this makes it a module all the same.
export {};
