// A container's health check: exits with 0 while the process responds. Whether requests should be
// routed to it is what /readyz says; restarting a process that waits for its database would not
// help.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`, {
  signal: AbortSignal.timeout(2_500),
}).catch(() => null);
process.exitCode = answer?.ok ? 0 : 1;

// Imports nothing, to start fast; this still makes it a module.
export {};
