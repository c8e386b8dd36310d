/** For pages that scan codes: the camera for themselves, everything else closed as everywhere. */
export const cameraPolicy = {
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
};
