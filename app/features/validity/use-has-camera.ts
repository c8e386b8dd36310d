import { useEffect, useState } from 'react';

/** Whether there is a camera to scan with, as far as the browser reveals without asking for permission. */
export function useHasCamera(): boolean {
  const [hasCamera, setHasCamera] = useState(false);
  useEffect(() => {
    // Missing on pages without HTTPS, and in some old browsers.
    navigator.mediaDevices?.enumerateDevices().then(
      (devices) => setHasCamera(devices.some(({ kind }) => kind === 'videoinput')),
      () => {},
    );
  }, []);
  return hasCamera;
}
