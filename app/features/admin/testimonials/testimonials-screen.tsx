import { Route, Routes } from 'react-router';
import { GoneDrafts } from '../form/gone-drafts.tsx';
import { RowEditor } from '../form/row-editor.tsx';
import { backToTestimonials, TestimonialForm } from './testimonial-form.tsx';
import { TestimonialList } from './testimonial-list.tsx';

/** /admin/testimonials, /admin/testimonials/new, /admin/testimonials/<id>. */
export default function TestimonialsScreen() {
  const editor = (
    <RowEditor
      table="testimonials"
      noun="testimonial"
      back={backToTestimonials}
      form={(testimonial, goneDraft) => (
        <TestimonialForm
          key={testimonial?.id ?? 'new'}
          loaded={testimonial}
          goneDraft={goneDraft}
        />
      )}
    />
  );
  return (
    <Routes>
      <Route
        index
        element={
          <>
            <GoneDrafts table="testimonials" noun="testimonial" to="/admin/testimonials" />
            <TestimonialList />
          </>
        }
      />
      <Route path="new" element={editor} />
      <Route path=":id" element={editor} />
    </Routes>
  );
}
