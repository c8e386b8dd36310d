/** Requirements §8. */
export const contactTexts = {
  sent: {
    title: 'Message Sent!',
    description: 'Thank you for contacting us. We will get back to you soon.',
  },
  failed: {
    title: 'Failed to send message',
    description: 'There was a problem sending your message. Please try again later.',
  },
} as const;
