import { useEffect, useState } from 'react';

/** Whether there is a camera to scan with, as far as the browser says without asking anybody. */
export function useHasCamera(): boolean {
  const [hasCamera, setHasCamera] = useState(false);
  useEffect(() => {
    // Missing where the page did not come safely, and in some old browsers.
    navigator.mediaDevices?.enumerateDevices().then(
      (devices) => setHasCamera(devices.some(({ kind }) => kind === 'videoinput')),
      () => {},
    );
  }, []);
  return hasCamera;
}
