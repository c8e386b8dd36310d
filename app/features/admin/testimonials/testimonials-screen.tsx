import { RowScreen } from '../form/row-screen.tsx';
import { backToTestimonials, TestimonialForm } from './testimonial-form.tsx';
import { TestimonialList } from './testimonial-list.tsx';

/** /admin/testimonials, /admin/testimonials/new, /admin/testimonials/<id>. */
export default function TestimonialsScreen() {
  return (
    <RowScreen
      table="testimonials"
      noun="testimonial"
      back={backToTestimonials}
      form={(testimonial, orphanedDraft) => (
        <TestimonialForm
          key={testimonial?.id ?? 'new'}
          loaded={testimonial}
          orphanedDraft={orphanedDraft}
        />
      )}
      list={<TestimonialList />}
    />
  );
}
